export { graphql } from "./unsafe.ts";
