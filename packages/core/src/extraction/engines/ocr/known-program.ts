/** The build of Tesseract whose functions and imports are known by place, by its SHA-256: tesseract.js-core 7.0.0. */
export const KNOWN_PROGRAM = "34e8d50cac216427d86bf397d610fdd9f49492539bbcdfbfccc4eda20c810bea";
