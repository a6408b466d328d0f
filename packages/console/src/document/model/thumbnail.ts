/** Resolution of the small pictures of pages. */
export const THUMBNAIL_DPI = 36;
