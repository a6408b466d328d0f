import { expect, test } from "vitest";
import { startGraphqlService } from "../testing/graphql-service.ts";

const CORRECT = `mutation ($id: ID!, $word: NonNegativeInt!, $text: String!) {
  correctWord(input: {jobId: $id, page: 1, word: $word, text: $text}) {
    correction { page word original text author { id } correctedAt }
  }
}`;
const LIST = `query ($id: ID!) { job(id: $id) {
  corrections { totalCount nodes { page word original text } }
  page(number: 1) { text words { text } corrections { word text } }
  second: page(number: 2) { corrections { word } }
} }`;
const DELETE = `mutation ($id: ID!) {
  deleteCorrection(input: {jobId: $id, page: 1, word: 1}) { job { corrections { totalCount } } }
}`;

test("a word is corrected in the text, again, and back to what was read", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const before = (await service.ask("query ($id: ID!) { job(id: $id) { page(number: 1) { text } } }", { id }))
    .data;
  await service.ask(CORRECT, { id, word: 1, text: "43" });
  expect((await service.ask(CORRECT, { id, word: 1, text: " 44 " })).data).toEqual({
    correctWord: {
      correction: {
        page: 1,
        word: 1,
        original: "42",
        text: "44",
        author: null,
        correctedAt: expect.any(String),
      },
    },
  });
  const { data } = await service.ask(LIST, { id });
  expect(data).toMatchObject({
    job: {
      corrections: { totalCount: 1, nodes: [{ page: 1, word: 1, original: "42", text: "44" }] },
      page: {
        text: "Invoice  44\n\nTotal",
        words: [{ text: "Invoice" }, { text: "44" }],
        corrections: [{ word: 1, text: "44" }],
      },
      second: { corrections: [] },
    },
  });
  expect((await service.ask(DELETE, { id })).data).toEqual({
    deleteCorrection: { job: { corrections: { totalCount: 0 } } },
  });
  expect((await service.ask(LIST, { id })).data).toMatchObject(before ?? {});
  expect((await service.ask(DELETE, { id })).errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
});

test("corrections are deleted with the text", async () => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const id = await service.submit({}, { keepForSearch: true });
  await service.work(id);
  await service.ask(CORRECT, { id, word: 0, text: "Invoices" });
  await service.ask("mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }", { id });
  expect((await service.ask(LIST, { id })).data).toMatchObject({
    job: { corrections: { totalCount: 0, nodes: [] }, page: { corrections: [] } },
  });
  expect(await service.database.records.corrections.count(id)).toBe(0);
  expect((await service.ask(CORRECT, { id, word: 0, text: "a" })).errors[0]?.extensions).toMatchObject({
    code: "ALREADY_DELIVERED",
  });
});

test.each([
  ["a blank text", { word: 0, text: " " }, { code: "BAD_INPUT", field: "text" }],
  ["a text that is too long", { word: 0, text: "a".repeat(1001) }, { code: "BAD_INPUT", field: "text" }],
  ["a word that does not exist", { word: 99, text: "a" }, { code: "NOT_FOUND", field: "word" }],
])("%s is refused", async (_, facts, extensions) => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  expect((await service.ask(CORRECT, { id, ...facts })).errors[0]?.extensions).toMatchObject(extensions);
});

test("another organization's job cannot be corrected", async () => {
  await using service = await startGraphqlService();
  await using other = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const { errors } = await other.ask(CORRECT, { id, word: 0, text: "a" });
  expect(errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
});

test("lines lead to their words and words to their lines", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const { data } = await service.ask(
    `query ($id: ID!) { job(id: $id) { page(number: 1) {
      lines { number text words { index } } words { index line column text }
    } } }`,
    { id },
  );
  expect(data).toEqual({
    job: {
      page: {
        lines: [
          { number: 0, text: "Invoice  42", words: [{ index: 0 }, { index: 1 }] },
          { number: 1, text: "", words: [] },
          { number: 2, text: "Total", words: [] },
        ],
        words: [
          { index: 0, line: 0, column: 0, text: "Invoice" },
          { index: 1, line: 0, column: 9, text: "42" },
        ],
      },
    },
  });
});
