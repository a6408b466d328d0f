/** What a query parameter means, the same in every call that has it. Ranges and defaults are in the schemas. */
export const PARAMETER_MEANINGS: Readonly<Record<string, string>> = {
  mode: "The kind of document.",
  processing_mode:
    "`ocr` reads each page as an image; `text` reads embedded text, and recognises only pages that have none.",
  output_mode:
    "Keep the page's layout, or give the text without it. `line-printer` keeps the layout, `dump-text` is `text`.",
  text_order:
    "Extension: the order of `text`. `unprocessed`: rows from top to bottom as the documented service writes them. `rows`: rows with words and cells apart. `reading_order`: columns one after the other.",
  page_separator: "Ends every page, `<<<` where it is absent; `{{page_no}}` becomes the page's number.",
  page_seperator: "The misspelling of `page_separator` that clients send; `<<<` where it is absent.",
  force_text_processing: "Reads embedded text only, whatever `processing_mode` says.",
  pages_to_extract:
    "Pages counted from 1, such as `1-3,7,9-`; blank for all. What lies past the end is clipped.",
  timeout: "Seconds to wait for the text; more than 200 is as 200, and 0 does not wait.",
  store_metadata_for_highlighting: "Keeps the text, so that `highlight-data` can search it.",
  median_filter_size: "Against noise in scans, in pixels; `low_cost` or simple recognition only.",
  gaussian_blur_radius: "Against noise in scans, in pixels; `low_cost` or simple recognition only.",
  ocr_provider: "Which recognition is used for pages without text.",
  line_splitter_tolerance: "Fraction of the average character height by which text may leave its line.",
  line_splitter_strategy: "Which end of a slanted row decides its line.",
  horizontal_stretch_factor: "Stretches the page to the right; 1.1 by 10 %. Helps where columns merge.",
  mark_vertical_lines: "Draws vertical rules; not with embedded text only.",
  mark_horizontal_lines: "Draws horizontal rules; needs `mark_vertical_lines`.",
  lang: "Languages of the recognition, a hint.",
  add_line_nos: "Puts a hexadecimal number before every line, and keeps the lines' places for `highlights`.",
  include_line_confidence:
    "Adds a confidence to each line of `highlights`; needs `add_line_nos` and a layout that is kept.",
  allow_rotated_text:
    "False drops text that is tilted by more than `watermark_angle_threshold`; `form`, `high_quality` and `table` only.",
  watermark_angle_threshold: "Degrees.",
  ignore_vertical_text: "Drops text that reads upwards or downwards.",
  derotate_threshold: "A page that is tilted by less degrees is straightened.",
  min_table_width: "Narrower tables are laid out as plain text; a fraction of the page's width.",
  word_confidence_threshold:
    "Recognised words below it are left out; other values than the default in `form`, `high_quality` and `table` only.",
  checkbox_confidence_threshold:
    "A check box counts as marked from here on; `form`, `high_quality` and `table` only.",
  url_in_post: "The body is the URL of the document.",
  url: "Deprecated: the URL of the document, looked at where the body is empty.",
  document_password:
    "As the header Document-Password, for clients that cannot set one: addresses are logged by proxies on the way.",
  file_name: "What the document is called in reports.",
  output_json: "Puts the text into a JSON object, as the member `text`.",
  tag: "A label for usage reports.",
  use_webhook: "Name of a registered webhook that hears of the result.",
  webhook_metadata: "Sent to the webhook as it is.",
  whisper_hash: "Names the document, as its submission answered.",
  "whisper-hash": "Names the document, as its submission answered.",
  text_only: "The text alone, as plain text.",
  lines: "Lines counted from 0, such as `2-9,12,40-`, or `all`.",
  extract_all_lines: "Every line; `lines` is not needed then.",
  webhook_name: "Name of the webhook.",
  from_date: "First day, `YYYY-MM-DD`; 30 days ago where it is absent.",
  to_date: "Last day, `YYYY-MM-DD`; today where it is absent.",
};
