// @ts-check
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/** @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, stdio?: import('node:child_process').StdioOptions }} RunOptions */

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Milliseconds between checks whether npm is still running. */
const NPM_CHECK = 500

/**
 * Runs a program in the foreground and waits for it. It shares the terminal unless `stdio` says otherwise,
 * and receives the signals that this process receives.
 *
 * @param {string} program path of an executable
 * @param {string[]} args
 * @param {RunOptions & { shell?: boolean }} [options]
 * @returns {Promise<number>} its exit code; 128 plus the signal's number when a signal ended it
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options })
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // Ctrl+C in a terminal reaches the whole process group: passing it on would deliver it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of FORWARDED) process.on(signal, forward)
    const watch = onNpmGone(() => child.kill('SIGTERM'))
    const settle = () => {
      clearInterval(watch)
      for (const signal of FORWARDED) process.off(signal, forward)
    }
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      settle()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/**
 * A signal to `npm start` ends npm and the shell between npm and this process, but that shell does not
 * forward it. So if npm started this process and the parent is gone, the child has to be stopped as well.
 *
 * @param {() => void} stop
 * @returns {NodeJS.Timeout | undefined} to be cleared once nothing is left to stop
 */
function onNpmGone(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) stop()
  }, NPM_CHECK).unref()
}

/**
 * Runs the command-line program of an installed package with this Node, so that no shell, `npx` or executable
 * bit is needed.
 *
 * @param {string} name of the package, which is also that of its program
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runPackage(name, args, options = {}) {
  const home = join(ROOT, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return run(process.execPath, [join(home, typeof bin === 'string' ? bin : bin[name]), ...args], options)
}

/**
 * Runs npm: the one that started this script, otherwise the one on the path.
 *
 * @param {string[]} args
 * @param {string} [cwd] the directory of the package
 */
export function runNpm(args, cwd = ROOT) {
  const started = process.env['npm_execpath']
  if (started) return run(process.execPath, [started, ...args], { cwd })
  return run('npm', args, { cwd, shell: process.platform === 'win32' })
}

/**
 * Ends this process if a step failed; the step itself has reported why.
 *
 * @param {string} step name of the step, for the last line of output
 * @param {number} code
 */
export function exitOnFailure(step, code) {
  if (code === 0) return
  console.error(`${step} failed with exit code ${code}.`)
  process.exit(code)
}
