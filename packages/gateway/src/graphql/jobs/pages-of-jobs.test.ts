import { expect, test } from "vitest";
import { startGraphqlService } from "../testing/graphql-service.ts";

const PAGE = `query ($id: ID!) { job(id: $id) {
  page(number: 2) {
    number status textSource text width rotation
    lines { text confidence box { x0 y0 x1 y1 } words { text } }
    words { text box { x0 } confidence }
    fields { name kind checked } checkMarks { kind marked confidence box { x0 } } rules { thickness } images { pixelWidth }
  }
  pages(first: 1) { totalCount nodes { number } pageInfo { hasNextPage } }
} }`;

test("a page has its lines and words in points; after the text is deleted, only the geometry remains", async () => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const id = await service.submit();
  expect((await service.ask(PAGE, { id })).data).toMatchObject({ job: { page: null, pages: { nodes: [] } } });

  await service.work(id);
  const kept = await service.ask(PAGE, { id });
  expect(kept.data).toEqual({
    job: {
      page: {
        number: 2,
        status: "READ",
        textSource: "NATIVE",
        text: "Invoice  42\n\nTotal",
        width: 612,
        rotation: 0,
        lines: [
          {
            text: "Invoice  42",
            confidence: 1,
            box: { x0: 72, y0: 74.5, x1: 140, y1: 84.5 },
            words: [{ text: "Invoice" }, { text: "42" }],
          },
          { text: "", confidence: null, box: null, words: [] },
          { text: "Total", confidence: 0.5, box: { x0: 72, y0: 110.25, x1: 98, y1: 120.25 }, words: [] },
        ],
        words: [
          { text: "Invoice", box: { x0: 72 }, confidence: 1 },
          { text: "42", box: { x0: 126 }, confidence: 1 },
        ],
        fields: [{ name: "order.paid", kind: "CHECKBOX", checked: true }],
        checkMarks: [{ kind: "BOX", marked: true, confidence: 1, box: { x0: 1 } }],
        rules: [{ thickness: 0.5 }],
        images: [{ pixelWidth: 100 }],
      },
      pages: { totalCount: 2, nodes: [{ number: 1 }], pageInfo: { hasNextPage: true } },
    },
  });

  await service.ask("mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }", { id });
  const taken = await service.ask(PAGE, { id });
  expect(taken.data).toMatchObject({
    job: {
      page: {
        text: null,
        words: [],
        fields: [],
        checkMarks: [],
        lines: [{ text: null, box: { x0: 72 }, words: [] }, {}, {}],
      },
    },
  });
});

test("the pages of all jobs of a list are loaded in one query", async () => {
  await using service = await startGraphqlService();
  for (let k = 0; k < 3; k++) await service.work(await service.submit());
  const { data } = await service.ask(`{ jobs { nodes {
    pages(first: 1) { nodes { number } }
    second: page(number: 2) { number }
    third: page(number: 3) { number }
  } } }`);
  const each = { pages: { nodes: [{ number: 1 }] }, second: { number: 2 }, third: null };
  expect(data).toEqual({ jobs: { nodes: [each, each, each] } });
  expect(service.pageReads()).toBe(3);
});

test("text, lines and words of pages are only loaded if they are selected", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const outline = "fragment Outline on Page { number status message seconds width height textSource }";
  const words = "fragment Words on Page { number ... on Page { words { text } } }";
  const ask = (selection: string, fragment = ""): Promise<unknown> =>
    service.ask(`query ($id: ID!) { job(id: $id) { ${selection} } } ${fragment}`, { id });
  await ask("pages { nodes { ...Outline } pageInfo { hasNextPage } }", outline);
  await ask("page(number: 1) { ...Outline }", outline);
  await ask("pages { nodes { ...Words } }", words);
  await ask("page(number: 1) { written: text }");
  expect(service.pageDetails()).toEqual(["outline", "outline", "whole", "whole"]);
});

test("highlights are the line positions in points, even after the text was retrieved", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  await service.ask("mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }", { id });
  const query = `query ($id: ID!, $lines: String) {
    highlights(jobId: $id, lines: $lines) { number page bottom height pageHeight }
  }`;
  const { data } = await service.ask(query, { id, lines: "1-2" });
  expect(data).toEqual({
    highlights: [
      { number: 1, page: null, bottom: null, height: null, pageHeight: null },
      { number: 2, page: 1, bottom: 84.5, height: 10, pageHeight: 792 },
    ],
  });
  const nonsense = await service.ask(query, { id, lines: "a" });
  expect(nonsense.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "lines" });
});

const SEARCH = `query ($id: ID!, $term: String!) {
  searchText(jobId: $id, term: $term) { text page position distance textSource box { x0 y0 x1 y1 } }
}`;

test("a term is found in a text kept for search, even after it was deleted", async () => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const id = await service.submit({}, { keepForSearch: true });
  await service.work(id);
  const expiry = `query ($id: ID!) { job(id: $id) { textExpiresAt keepForSearch page(number: 1) { text } } }`;
  const kept = await service.ask(expiry, { id });
  expect(kept.data).toMatchObject({
    job: { textExpiresAt: expect.any(String), keepForSearch: true, page: { text: expect.any(String) } },
  });
  const taken = await service.ask(
    `mutation ($id: ID!) { retrieveText(input: { jobId: $id }) { text job { textExpiresAt } } }`,
    { id },
  );
  expect(taken.data).toMatchObject({ retrieveText: { job: { textExpiresAt: null } } });
  expect((await service.ask(expiry, { id })).data).toMatchObject({ job: { page: { text: null } } });
  const found = await service.ask(SEARCH, { id, term: "invoice 43" });
  expect(found.data?.["searchText"]).toMatchObject([
    { text: "Invoice  42", page: 1, position: 2, distance: 1, textSource: "NATIVE", box: { x0: 72 } },
    { page: 2 },
  ]);
});

test.each([
  [{ keepForSearch: false }, "Invoice", "CONFLICT"],
  [{ keepForSearch: true }, " ", "BAD_INPUT"],
])("with %j, a search for %j in a deleted text is rejected with %s", async (submission, term, code) => {
  await using service = await startGraphqlService({ keepText: "until_retrieved" });
  const id = await service.submit({}, submission);
  await service.work(id);
  await service.ask("mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }", { id });
  const { errors } = await service.ask(SEARCH, { id, term });
  expect(errors[0]?.extensions).toMatchObject({ code });
});

test("by default a text can be retrieved, read and searched until it expires", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const before = (await service.ask(PAGE, { id })).data;
  const take = "mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text job { status } } }";
  const first = (await service.ask(take, { id })).data;
  expect(first).toMatchObject({ retrieveText: { job: { status: "RETRIEVED" } } });
  expect((await service.ask(take, { id })).data).toEqual(first);
  expect((await service.ask(PAGE, { id })).data).toEqual(before);
  expect((await service.ask(SEARCH, { id, term: "Invoice" })).data?.["searchText"]).toHaveLength(2);
});
