/** SHA-256 of the Tesseract build whose table slots and import names are known: tesseract.js-core 7.0.0. */
export const KNOWN_PROGRAM = "34e8d50cac216427d86bf397d610fdd9f49492539bbcdfbfccc4eda20c810bea";
