/** The description of each query parameter, the same in every call. Ranges and defaults are in the schemas. */
export const PARAMETER_MEANINGS: Readonly<Record<string, string>> = {
  mode: "The kind of document, which selects how it is read.",
  processing_mode:
    "`ocr` recognises each page as an image; `text` reads embedded text and recognises only pages that have none.",
  output_mode:
    "`layout_preserving` keeps the page layout, `text` does not. `line-printer` is an alias of the former, `dump-text` of the latter.",
  text_order:
    "Extension: the order of the lines if `output_mode` is `text`. `unprocessed`: rows from top to bottom, as the documented service returns them. `rows`: rows with separate words and cells. `reading_order`: one column after the other.",
  page_separator: "Ends every page. Default: `<<<`. `{{page_no}}` is replaced by the page number.",
  page_seperator: "Deprecated misspelling of `page_separator`. Default: `<<<`.",
  force_text_processing: "Reads embedded text only, whatever the `processing_mode`.",
  pages_to_extract:
    "Pages, counted from 1, such as `1-3,7,9-`; blank for all. Pages past the end are ignored.",
  timeout: "Seconds to wait for the text. More than 200 counts as 200; 0 does not wait.",
  store_metadata_for_highlighting: "Keeps the text so that `highlight-data` can search it.",
  median_filter_size:
    "Size of the median filter in pixels, against noise in scans. Only for `low_cost` or simple recognition.",
  gaussian_blur_radius:
    "Radius of the Gaussian blur in pixels, against noise in scans. Only for `low_cost` or simple recognition.",
  ocr_provider: "The recognition to use for pages without text.",
  line_splitter_tolerance:
    "Vertical tolerance for words of one line, as a fraction of the average character height.",
  line_splitter_strategy: "Which end of a slanted row determines its line.",
  horizontal_stretch_factor: "Stretches the page horizontally; 1.1 adds 10 %. Helps if columns merge.",
  mark_vertical_lines: "Draws vertical ruling lines; not if only embedded text is read.",
  mark_horizontal_lines: "Draws horizontal ruling lines; requires `mark_vertical_lines`.",
  lang: "Languages for recognition, such as `deu+fra`; a hint.",
  ocr_engine:
    "Extension: the engine of recognition, of those that the service has set up; `default` is the first of them.",
  handwriting:
    "Extension: what reads handwriting: the engine of the page, or the OCR service. `default` is what the service is configured to.",
  add_line_nos:
    "Puts a hexadecimal number before every line, and stores the line positions for `highlights`.",
  include_line_confidence:
    "Adds a confidence to each line of `highlights`. Requires `add_line_nos` and `output_mode=layout_preserving`.",
  allow_rotated_text:
    "If false, text tilted by more than `watermark_angle_threshold` is dropped. Only for `form`, `high_quality` and `table`.",
  watermark_angle_threshold: "Degrees.",
  ignore_vertical_text: "Drops text that runs upwards or downwards.",
  derotate_threshold: "Pages tilted by fewer degrees are deskewed.",
  attachments:
    "Whether the files in a PDF or a mail are read after their document, or only named in its message. The files of a ZIP file are always read.",
  remark_text: "Whether comments and the notes of slides are kept.",
  min_table_width: "Narrower tables are laid out as plain text; a fraction of the page width.",
  word_confidence_threshold:
    "Recognised words with a lower confidence are dropped. Other values than the default apply only to `form`, `high_quality` and `table`.",
  checkbox_confidence_threshold:
    "Check boxes with at least this confidence count as marked. Only for `form`, `high_quality` and `table`.",
  url_in_post: "If true, the body is the URL of the document.",
  url: "Deprecated: the URL of the document, used if the body is empty.",
  document_password:
    "Extension: the same as the header Document-Password, for clients that cannot set headers. Prefer the header: proxies log URLs.",
  file_name: "The name of the document in reports.",
  output_json: "Returns the text as the member `text` of a JSON object.",
  tag: "A label for usage reports.",
  use_webhook: "The name of a registered webhook that receives the result.",
  webhook_metadata: "Sent to the webhook unchanged.",
  whisper_hash: "The id of the document, as returned by its submission.",
  "whisper-hash": "The id of the document, as returned by its submission.",
  schema:
    "Extension: `invoice`, `receipt`, `bank-statement`, `form` or the name of a schema of the organization: fields are read by it for `whisper-fields`.",
  split:
    "Extension: whether each invoice of a document that has several is a part with fields of its own, with a schema of the kind `invoice`.",
  blocks:
    "Extension: finds headings, paragraphs, lists and tables with the text. By default, they are found when `whisper-structure` first asks for them.",
  renditions:
    "Extension: the renditions that are wanted, `markdown`, `html`, `plain`, `tables`, `blocks`, `chunks`, separated by commas: the same as `blocks=true` if any is named.",
  format:
    "`markdown`, `html`, `text` (in reading order), `csv` (the tables), `json` (the blocks with their places) or `chunks`.",
  chunk_tokens: "Largest size of a chunk in tokens, estimated. Only for `format=chunks`.",
  chunk_overlap:
    "About how many tokens of the end of a chunk the next one in the same section repeats. Only for `format=chunks`.",
  original: "Extension: returns the text as it was read, without the corrections of the console.",
  text_only: "Returns the text alone, as plain text.",
  lines: "Lines, counted from 0, such as `2-9,12,40-`, or `all`.",
  extract_all_lines: "Selects every line; `lines` is then not needed.",
  webhook_name: "The name of the webhook.",
  from_date: "First day, `YYYY-MM-DD`. Default: 30 days ago.",
  to_date: "Last day, `YYYY-MM-DD`. Default: today.",
};
