import { graphql } from "../api/graphql.ts";
import type { ConnectorFieldsFragment, KindsQuery } from "../generated/graphql.ts";

export type ConnectorRecord = ConnectorFieldsFragment;
export type ConnectorKind = KindsQuery["connectorKinds"][number];

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
    }
  }
`);

export const KINDS = graphql(`
  query Kinds($direction: EndpointDirection) {
    connectorKinds(direction: $direction) {
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

export const WORKFLOW_PIPELINES = graphql(`
  query WorkflowPipelines($workflowId: ID!) {
    pipelines(filter: { workflowId: $workflowId }, first: 100) {
      nodes {
        id
        name
      }
    }
  }
`);
