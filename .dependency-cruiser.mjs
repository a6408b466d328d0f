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
  "graphql|persistence|queue|events|connectors|objects|outbound|secrets|telemetry|server|viewer|mail|sign-in";

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Type-only imports count: a reader follows them like any other.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    only({
      name: "layout-is-pure",
      from: `${EXTRACTION}layout/`,
      allowed: [`${EXTRACTION}page/`],
      comment: "Layout is arithmetic on glyphs. Reading bytes belongs in engines/, threads in pool/.",
    }),
    {
      name: "domain-knows-no-engine",
      comment: "The application and the extraction meet at the port TextExtractor.",
      severity: "error",
      from: { path: "^packages/core/src/domain" },
      to: { path: `${EXTRACTION}(engines|pool|layout)/`, dependencyTypesNot: ["type-only"] },
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
        path: "^packages/(gateway|rest-compat)/|node_modules/(express|@mikro-orm|graphql|pg-boss|@apollo)/",
      },
    },
    only({
      name: "rest-speaks-to-core",
      from: "^packages/rest-compat/src/",
      allowed: [
        "^packages/core/",
        "node_modules/(express|@types/express.*|busboy|@types/busboy|zod)/",
        "^(node:)?[a-z_]+$",
      ],
      comment: "The documented REST area translates the application layer; it never sees the database.",
    }),
    {
      name: "gateway-adapters-are-strangers",
      comment: "Adapters meet only in compose.ts.",
      severity: "error",
      from: { path: `^packages/gateway/src/(${GATEWAY_ADAPTERS})/`, pathNot: "\\.test\\.ts$|/testing/" },
      to: {
        path: `^packages/gateway/src/(${GATEWAY_ADAPTERS})/`,
        pathNot: "^packages/gateway/src/$1/",
      },
    },
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
