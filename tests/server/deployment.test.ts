import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDockerfile } from '#tests/container/dockerfile'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows'))

describe('what others publish is pinned by its contents', () => {
  it.each(WORKFLOWS)('the actions of %s', (file) => {
    const used = [...read(`.github/workflows/${file}`).matchAll(/^\s*-? *uses: (\S+)(.*)$/gm)]
    expect(used).not.toEqual([])
    for (const [, action = '', comment = ''] of used) {
      if (action.startsWith('./')) continue
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      expect(comment, `${action} says which version it is`).toMatch(/^ # v\d+\.\d+\.\d+$/)
    }
  })

  it('the images that ours are built from', () => {
    const stages = readDockerfile(read('Dockerfile'))
    const own = new Set(['scratch', ...stages.map(({ name }) => name)])
    const others = stages.map(({ from }) => from).filter((from) => !own.has(from))
    expect(others.length).toBeGreaterThan(2)
    for (const from of others) expect(from).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
  })

  it('the database of the example', () => {
    expect(read('compose.postgres.yaml')).toMatch(/image: postgres:\d+@sha256:[0-9a-f]{64}\n/)
  })
})

describe('a container of the examples has no more rights than it needs', () => {
  const files = ['compose.yaml', 'compose.postgres.yaml']
  const services = files.flatMap((file) =>
    [...read(file).matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(
      ([, name = '', text = '']) => [`${name} in ${file}`, text] as const,
    ),
  )

  it('in every file', () => {
    expect(services.map(([name]) => name)).toEqual([
      'earmark in compose.yaml',
      'earmark in compose.postgres.yaml',
      'postgres in compose.postgres.yaml',
    ])
    for (const file of ['compose.bun.yaml', 'compose.deno.yaml'])
      expect(read(file)).toMatch(/extends:\n {6}file: compose\.yaml\n {6}service: earmark\n/)
  })

  it.each(services)('%s', (_name, text) => {
    expect(text).toContain('    cap_drop: [ALL]\n')
    expect(text).toContain("    security_opt: ['no-new-privileges:true']\n")
    expect(text).toContain('    read_only: true\n')
  })
})
