/** Summarises the test runner's report in one line; a file that ran no test counts as a failure. */
import { readFileSync } from "node:fs";

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const report: Report = JSON.parse(readFileSync(".reports/tests.json", "utf8"));
const ran = ({ status }: { status: string }): boolean => status === "passed" || status === "failed";
const silent = report.testResults.filter(({ assertionResults }) => !assertionResults.some(ran));
for (const { name } of silent) console.log(`no tests run: ${name}`);
for (const { fullName, status } of report.testResults.flatMap((file) => file.assertionResults)) {
  if (!ran({ status })) console.log(`skipped: ${fullName}`);
}
const failed = report.numFailedTests + silent.length;
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 && report.numPassedTests > 0 ? 0 : 1);
