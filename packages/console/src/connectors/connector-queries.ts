import { graphql } from "../api/graphql.ts";
import type { ConnectorFieldsFragment, ConnectorKindFieldsFragment } from "../generated/graphql.ts";

export type ConnectorRecord = ConnectorFieldsFragment;
export type ConnectorKind = ConnectorKindFieldsFragment;

graphql(`
  fragment ConnectorFields on Connector {
    id
    name
    kindId
    mode
    mayManage
    reauthenticateSince
    updatedAt
    sharedToOrganization
    createdBy {
      id
      name
    }
    coOwners {
      id
      name
    }
    viewers {
      id
      name
    }
    workflows {
      id
      name
      pipelines {
        id
        name
      }
    }
  }
`);

graphql(`
  fragment ConnectorKindFields on ConnectorKind {
    id
    name
    description
    icon
    mode
    canRead
    canWrite
    oauthBackend
    settingsSchema
  }
`);

export const KINDS = graphql(`
  query Kinds($direction: EndpointDirection) {
    connectorKinds(direction: $direction) {
      ...ConnectorKindFields
    }
  }
`);

export const CONNECTORS = graphql(`
  query Connectors($filter: ConnectorFilter, $after: String) {
    connectors(filter: $filter, after: $after, first: 50) {
      nodes {
        ...ConnectorFields
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    connectorKinds {
      id
      name
      icon
      canRead
      canWrite
    }
  }
`);

export const CONNECTOR = graphql(`
  query Connector($id: ID!) {
    connector(id: $id) {
      ...ConnectorFields
    }
    connectorSettings(id: $id, masked: true)
    connectorKinds {
      ...ConnectorKindFields
    }
  }
`);

export const CREATE_CONNECTOR = graphql(`
  mutation CreateConnector($input: CreateConnectorInput!) {
    createConnector(input: $input) {
      connector {
        ...ConnectorFields
      }
    }
  }
`);

export const UPDATE_CONNECTOR = graphql(`
  mutation UpdateConnector($input: UpdateConnectorInput!) {
    updateConnector(input: $input) {
      connector {
        ...ConnectorFields
      }
    }
  }
`);

export const DELETE_CONNECTOR = graphql(`
  mutation DeleteConnector($input: DeleteConnectorInput!) {
    deleteConnector(input: $input) {
      deletedId
    }
  }
`);

export const TEST_CONNECTOR = graphql(`
  mutation TestConnector($input: TestConnectorInput!) {
    testConnector(input: $input) {
      connects
      steps {
        name
        ok
        milliseconds
        message
      }
    }
  }
`);

export const BEGIN_OAUTH = graphql(`
  mutation BeginOAuth($input: BeginOAuthInput!) {
    beginOAuth(input: $input) {
      oauthKey
      loginPath
    }
  }
`);

export const SHARE_CONNECTOR = graphql(`
  mutation ShareConnector($input: ShareInput!) {
    shareConnector(input: $input) {
      connector {
        ...ConnectorFields
      }
    }
  }
`);

/** The names that contain a text, as far as the caller can see them. */
export const CONNECTOR_NAMES = graphql(`
  query ConnectorNames($search: String!) {
    connectors(filter: { search: $search }, first: 100) {
      nodes {
        id
        name
      }
    }
  }
`);
