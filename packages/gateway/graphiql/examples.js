/* The tabs with which the GraphiQL page opens. */

/** In variables, the document that was uploaded last. */
export const UPLOADED = "(uploaded document)";

export const EXAMPLES = [
  {
    query: `# Enter a key above. It is kept until you close this tab of the browser,
# and sent with every operation, unless you put other credentials
# under "Headers".

query FirstLook {
  health {
    ready
  }
}
`,
  },
  {
    query: `# Choose a file at "Upload" above, then run this.
# Or upload from a shell, and give the id that comes back:
#   curl -T file.pdf -H "service-key: …" \\
#     ${location.origin}/uploads/file.pdf

mutation Submit($input: SubmitDocumentInput!) {
  submitDocument(input: $input) {
    job {
      id
      status
    }
  }
}
`,
    variables: JSON.stringify({ input: { upload: UPLOADED, options: { blocks: true } } }, undefined, 2),
  },
  {
    query: `# The newest documents. Copy an id for the next tab.

query Documents {
  jobs(first: 10) {
    nodes {
      id
      status
      pageCount
      file {
        name
      }
    }
  }
}
`,
  },
  {
    query: `# Text, Markdown and tables of a document.

query Document($id: ID!) {
  job(id: $id) {
    status
    pages(first: 1) {
      nodes {
        number
        text
      }
    }
    markdown
    tables {
      pages
      rows
    }
  }
}
`,
    variables: JSON.stringify({ id: "" }, undefined, 2),
  },
  {
    query: `# Sends every change of a document until it is read.

subscription Progress($id: ID!) {
  jobChanged(id: $id) {
    job {
      status
      pagesDone
      pagesSelected
    }
  }
}
`,
    variables: JSON.stringify({ id: "" }, undefined, 2),
  },
];
