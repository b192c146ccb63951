import { execFile } from 'node:child_process'
import { access, cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { SOURCES } from '#scripts/lib/build.mjs'
import { isInContext, readDockerfile, type Instruction, type Stage } from './dockerfile'

export const CHECKOUT = join(import.meta.dirname, '..', '..')

/** The input of `npm ci`. */
const PACKAGES = ['.npmrc', 'package-lock.json', 'package.json']
/** The file by which `npm test` detects what the build was made from; the image does not contain it. */
const STAMP = 'sources.sha256'

/** A finished stage: the directory that represents its `/`, and the settings in force at its end. */
export interface Container {
  stage: Stage
  root: string
  workdir: string
  environment: Record<string, string>
}

/**
 * Runs the Dockerfile stages that an image needs, without a container engine: every stage gets an empty
 * directory instead of `/`, COPY copies, RUN runs in a shell with absolute paths mapped to paths below that
 * directory, and WORKDIR and ENV are kept. Some instructions need an engine: the base image (the runtime of
 * the tests replaces it), USER (the test chooses the user), VOLUME, EXPOSE, LABEL and ENTRYPOINT. `npm ci`
 * and `npm run build` do not run again: `npm test` has just run them in the checkout, and its build is used.
 * @param directory must be empty; gets one directory per stage.
 * @param target the final stage of the image.
 */
export async function buildImage(directory: string, target: string): Promise<Container> {
  const stages = readDockerfile(await readFile(join(CHECKOUT, 'Dockerfile'), 'utf8'))
  const built = new Map<string, Container>()
  for (const stage of stagesOf(target, stages)) {
    const root = join(directory, stage.name)
    await mkdir(root)
    const container = { stage, root, workdir: '/', environment: {} }
    for (const instruction of stage.instructions) await carryOut(instruction, container, built)
    built.set(stage.name, container)
  }
  const image = built.get(target)
  if (!image) throw new Error(`The Dockerfile has no stage ${target}`)
  return image
}

/** The stages that an image needs, in order; an engine skips the others as well. */
function stagesOf(target: string, stages: readonly Stage[]): Stage[] {
  const needed = new Set([target])
  for (const { name, instructions } of stages.toReversed()) {
    if (!needed.has(name)) continue
    for (const { rest } of instructions) needed.add(/^--from=(\S+)/.exec(rest)?.[1] ?? target)
  }
  return stages.filter(({ name }) => needed.has(name))
}

async function carryOut(
  { name, rest }: Instruction,
  container: Container,
  built: Map<string, Container>,
): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      container.workdir = rest
      await mkdir(inside(container, rest), { recursive: true })
      return
    case 'ENV':
      for (const pair of rest.split(/\s+/)) {
        const [variable = '', value = ''] = pair.split('=')
        container.environment[variable] = value
      }
      return
    case 'COPY':
      return copy(rest.split(/\s+/), container, built)
    case 'RUN':
      if (rest === 'npm ci') return seePackages(container)
      if (rest === 'npm run build') return takeBuild(container)
      await promisify(execFile)('/bin/sh', ['-c', withPathsInside(container, rest)], {
        cwd: inside(container, container.workdir),
        env: { ...process.env, NODE_ENV: '', ...container.environment },
      })
      return
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'LABEL':
    case 'HEALTHCHECK':
    case 'ENTRYPOINT':
    case 'CMD':
      return
    default:
      throw new Error(`The instruction ${name} is not supported here`)
  }
}

/** Installing needs only these files, from which the checkout's packages were installed too. */
async function seePackages(container: Container): Promise<void> {
  const files = await readdir(inside(container, container.workdir))
  if (files.toSorted().join() !== PACKAGES.join()) throw new Error(`npm ci would find ${files.join(', ')}`)
}

/** Building needs the sources; another test checks that the checkout's build was made from nothing else. */
async function takeBuild(container: Container): Promise<void> {
  for (const source of SOURCES) await access(join(inside(container, container.workdir), source))
  await cp(join(CHECKOUT, '.output'), join(inside(container, container.workdir), '.output'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => basename(path) !== STAMP,
  })
}

async function copy(words: string[], container: Container, built: Map<string, Container>): Promise<void> {
  const flag = words.find((word) => word.startsWith('--from='))
  const sources = words.filter((word) => !word.startsWith('--'))
  const target = join(inside(container, container.workdir), sources.pop() ?? '')
  const from = flag === undefined ? undefined : built.get(flag.slice('--from='.length))
  if (flag !== undefined && !from) throw new Error(`${flag} names no earlier stage`)

  for (const source of sources) {
    if (from) await cp(inside(from, source), target, { recursive: true, verbatimSymlinks: true })
    else await copyFromContext(source, target)
  }
}

/** A single file keeps its name; for a directory, its contents are copied. */
async function copyFromContext(source: string, target: string): Promise<void> {
  const ignoreFile = await readFile(join(CHECKOUT, '.dockerignore'), 'utf8')
  if (source !== '.') {
    if (!isInContext(source, ignoreFile)) throw new Error(`.dockerignore leaves out ${source}`)
    await cp(join(CHECKOUT, source), join(target, source.split('/').at(-1) ?? ''))
    return
  }
  for (const path of await listContext('', ignoreFile)) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await cp(join(CHECKOUT, path), join(target, path))
  }
}

/** Files of the checkout that reach the engine; the large excluded directories are not even read. */
export async function listContext(directory: string, ignoreFile: string): Promise<string[]> {
  const entries = await readdir(join(CHECKOUT, directory), { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (!entry.isDirectory()) return isInContext(path, ignoreFile) ? [path] : []
      return ['.git', 'node_modules'].includes(entry.name) ? [] : listContext(path, ignoreFile)
    }),
  )
  return found.flat()
}

/** Maps an absolute path of the image to this machine. */
export function inside(container: Pick<Container, 'root'>, path: string): string {
  return join(container.root, relative('/', path))
}

/** Maps the absolute paths in a command to this machine. */
export function withPathsInside(container: Pick<Container, 'root'>, command: string): string {
  return command.replaceAll(/(?<=^|\s)\/(?=\w)/g, `${container.root}/`)
}
