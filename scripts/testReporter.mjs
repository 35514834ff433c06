import { appendFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a line to the file that `VAKIL_TEST_REPORT` names: which files will run, each file as soon as it is
 * done, and how the run ended. What was finished therefore counts even when the run is ended from outside.
 * `report.mjs` reads it. (The runner takes a reporter's default export only.)
 */
export default class TestReporter {
  onTestRunStart(specifications) {
    write({ planned: specifications.map(fileOf) });
  }

  onTestModuleEnd(testModule) {
    const tests = [...testModule.children.allTests()].map((test) => ({ test, result: test.result() }));
    const failures = tests
      .filter(({ result }) => result.state === 'failed')
      .map(({ test, result }) => ({ name: test.fullName, message: messageOf(result.errors) }));
    // A file that did not load, or a hook outside the tests.
    const outside = [testModule, ...testModule.children.allSuites()].flatMap((part) => part.errors());
    if (failures.length === 0 && outside.length > 0)
      failures.push({ name: '(outside its tests)', message: messageOf(outside) });
    write({
      file: fileOf(testModule),
      passed: tests.filter(({ result }) => result.state === 'passed').length,
      skipped: tests.filter(({ result }) => result.state !== 'passed' && result.state !== 'failed').length,
      failures,
    });
  }

  onTestRunEnd(_modules, unhandled, reason) {
    write({ ended: reason, message: messageOf(unhandled) });
  }
}

/** A module's file, from the project's folder. */
function fileOf({ moduleId }) {
  return path.relative(process.cwd(), moduleId);
}

function messageOf(errors) {
  return errors.map(({ message, stack }) => [message, ownLine(stack)].filter(Boolean).join('\n')).join('\n');
}

/** The line of the stack that stands in this project. */
function ownLine(stack) {
  return stack
    ?.split('\n')
    .find((line) => /^\s+at .*[/\\](test|src)[/\\]/.test(line) && !line.includes('node_modules'));
}

function write(line) {
  appendFileSync(process.env.VAKIL_TEST_REPORT, `${JSON.stringify(line)}\n`);
}
