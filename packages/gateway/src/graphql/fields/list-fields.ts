import type { DocumentFields, DocumentFieldsFilter } from "@galley/core/domain";
import { callerOf, type RequestContext } from "../context/context.ts";
import { connectionType, type Connection } from "../paging/connection.ts";
import { listPart } from "../paging/list-part.ts";
import type { PartArguments } from "../paging/part-arguments.ts";
import { DocumentFieldsType } from "./document-fields-type.ts";

export const DocumentFieldsConnectionType = connectionType<DocumentFields>(DocumentFieldsType, {
  name: "DocumentFields",
  order: "in the order in which the fields were asked for",
});

export function listFields(
  context: RequestContext,
  part: PartArguments,
  filter: DocumentFieldsFilter,
): Promise<Connection<DocumentFields>> {
  const caller = callerOf(context);
  const { fields } = context.application;
  return listPart(part, {
    read: (range) => fields.list(caller, filter, range),
    count: () => fields.count(caller, filter),
  });
}
