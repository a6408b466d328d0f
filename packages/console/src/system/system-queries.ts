import { graphql } from "../api/graphql.ts";
import type { SystemQuery } from "../generated/graphql.ts";

export const SYSTEM = graphql(`
  query System {
    system {
      version
      shared
      queue {
        waiting
        oldestSeconds
      }
      queueSamples {
        at
        waiting
        oldestSeconds
      }
      replicas {
        replicaId
        role
        version
        workers
        memoryBytes
        hosts {
          pid
          memoryBytes
        }
        hostRestarts
        startedAt
        seenAt
      }
      checks {
        name
        ok
        message
      }
      languages
      retention {
        keepText
        resultSeconds
        retrieveAgainSeconds
      }
      expiring {
        documents
        next
      }
    }
  }
`);

export const LICENCES = graphql(`
  query Licences {
    system {
      licences {
        name
        version
        licence
      }
    }
  }
`);

export type SystemState = SystemQuery["system"];
