import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** How many of the slowest files to list. */
const LISTED = 25

interface FileTimes {
  project: string
  file: string
  /** Time its tests and hooks took, in ms. */
  tests: number
  /** Time until its first test: imports and the environment, in ms. */
  start: number
}

/** Vitest reporter: shows at the end how long everything took, by project and file. */
export default class FileTimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return
    process.stdout.write(`\n${report(modules.map(timesOf)).join('\n')}\n`)
  }
}

function timesOf(module: TestModule): FileTimes {
  const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } =
    module.diagnostic()
  return {
    project: module.project.name,
    file: relative(module.project.config.root, module.moduleId),
    tests: duration,
    start: collectDuration + environmentSetupDuration + prepareDuration + setupDuration,
  }
}

/** @returns the lines to print. */
export function report(files: FileTimes[]): string[] {
  const projects = [...new Set(files.map(({ project }) => project))]
  const slowest = files.toSorted((a, b) => b.tests + b.start - a.tests - a.start).slice(0, LISTED)
  return [
    'Time of tests, and of what comes before the first of a file:',
    ...projects.map((project) => {
      const own = files.filter((file) => file.project === project)
      return `  ${seconds(sum(own, 'tests'))} and ${seconds(sum(own, 'start'))} in ${own.length} files: ${project}`
    }),
    'The slowest files:',
    ...slowest.map(({ project, file, tests, start }) => `  ${seconds(tests + start)} ${project} ${file}`),
  ]
}

function sum(files: FileTimes[], part: 'tests' | 'start'): number {
  return files.reduce((all, file) => all + file[part], 0)
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s`
