import type { ShareableKind } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const ShareableKindEnum = enumType<ShareableKind>(
  "ShareableKind",
  "Kinds of records that can be shared.",
  {
    pipeline: "A pipeline.",
    workflow: "A workflow.",
    connector: "A connector.",
  },
);
