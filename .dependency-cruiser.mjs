/** Files under `from` may use only each other and what `allowed` names. */
const only = ({ name, from, allowed, comment }) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "\\.test\\.ts$|/testing/" },
  to: { pathNot: [from, ...allowed] },
});

const EXTRACTION = "^packages/core/src/extraction/";
const GATEWAY_ADAPTERS =
  "graphql|persistence|queue|events|connectors|objects|oauth|outbound|secrets|telemetry|server|viewer|mail|sign-in|passkeys|system";

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Type-only imports count: a reader follows them like any other.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "n8n itself provides n8n-workflow.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^n8n-workflow$" },
    },
    only({
      name: "n8n-nodes-stand-alone",
      from: "^packages/n8n/src/",
      allowed: ["^n8n-workflow$", "^(node:)?crypto$"],
      comment: "n8n Cloud runs only nodes without dependencies.",
    }),
    only({
      name: "layout-is-pure",
      from: `${EXTRACTION}layout/`,
      allowed: [`${EXTRACTION}(geometry|page)/`],
      comment: "Layout is arithmetic on glyphs. Reading bytes belongs in engines/, threads in pool/.",
    }),
    {
      name: "engines-know-no-stage",
      comment:
        "Recognition and layout use engines and pictures, the pool runs all of them; no arrow runs back.",
      severity: "error",
      from: { path: `${EXTRACTION}(engines|raster|document|page)/`, pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: `${EXTRACTION}(recognition|layout|pool|search)/` },
    },
    {
      name: "stages-know-no-pool",
      severity: "error",
      from: { path: `${EXTRACTION}(recognition|search)/`, pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: `${EXTRACTION}pool/` },
    },
    {
      name: "domain-knows-no-engine",
      comment: "The application and the extraction meet at the port TextExtractor.",
      severity: "error",
      from: { path: "^packages/core/src/domain" },
      to: { path: `${EXTRACTION}(engines|pool|layout)/`, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "console-shares-through-parts",
      comment: "Screens stand alone; what they share is in parts/, and it knows no screen.",
      severity: "error",
      from: { path: "^packages/console/src/(parts|api)/" },
      to: {
        path: "^packages/console/src/",
        pathNot: "^packages/console/src/(parts|api|generated)/",
      },
    },
    {
      name: "console-knows-only-the-api",
      comment: "It speaks GraphQL like any other client.",
      severity: "error",
      from: { path: "^packages/console/src/" },
      to: { path: "^packages/(core|gateway|rest-compat)/" },
    },
    {
      name: "shared-ports-know-no-subject",
      comment:
        "What all subjects share imports none of them; each subject declares its own records and ports.",
      severity: "error",
      from: { path: "^packages/core/src/domain/ports\\.ts$" },
      to: {},
    },
    {
      name: "only-the-application-names-all-records",
      comment: "A use case names the records that it reads or writes: Database<JobRecords & UsageRecords>.",
      severity: "error",
      from: { path: "^packages/core/src/domain/[^/]+/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/core/src/domain/application\\.ts$" },
    },
    {
      name: "core-stands-alone",
      comment: "Core is a library: it knows no HTTP, SQL, GraphQL and neither of the other packages.",
      severity: "error",
      from: { path: "^packages/core/src/" },
      to: {
        path: "^packages/(fields|gateway|rest-compat)/|node_modules/(express|@mikro-orm|graphql|pg-boss|@apollo)/",
      },
    },
    {
      name: "fields-stand-on-core",
      comment: "Fields are a library on the results of core: no server, no database, no requests.",
      severity: "error",
      from: { path: "^packages/fields/src/" },
      to: {
        path: "^packages/(gateway|rest-compat)/|node_modules/(express|@mikro-orm|graphql|pg-boss|@apollo)/",
      },
    },
    only({
      name: "rest-speaks-to-core",
      from: "^packages/rest-compat/src/",
      allowed: [
        "^packages/core/",
        "node_modules/(express|@types/express.*|busboy|@types/busboy|compression|@types/compression|zod)/",
        "^(node:)?[a-z_]+$",
      ],
      comment: "The documented REST area translates the application layer; it never sees the database.",
    }),
    {
      name: "gateway-adapters-are-strangers",
      comment: "Adapters meet only in compose/.",
      severity: "error",
      from: { path: `^packages/gateway/src/(${GATEWAY_ADAPTERS})/`, pathNot: "\\.test\\.ts$|/testing/" },
      to: {
        path: `^packages/gateway/src/(${GATEWAY_ADAPTERS})/`,
        pathNot: "^packages/gateway/src/$1/",
      },
    },
    {
      name: "compose-is-the-top",
      comment: "compose/ puts the service together; only the start of the program calls it.",
      severity: "error",
      from: { path: "^packages/gateway/src/", pathNot: "^packages/gateway/src/(compose/|start\\.ts$)" },
      to: { path: "^packages/gateway/src/compose/" },
    },
    only({
      name: "config-knows-what-it-configures",
      from: "^packages/gateway/src/config/",
      allowed: [
        "^packages/(core|fields)/",
        "^packages/gateway/src/files/",
        "^packages/gateway/src/(connectors/endpoints|oauth/providers|secrets/keyring)\\.ts$",
        "node_modules/(zod|ipaddr\\.js)/",
        "^(node:)?[a-z_]+$",
      ],
      comment: "A file of config/ declares variables; the formats of their values belong to the adapters.",
    }),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/|/generated/" },
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "types", "import", "node", "default"],
    },
  },
};
