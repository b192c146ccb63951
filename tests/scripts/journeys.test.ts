import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { entriesOf, type TextTree } from '#contract/words/tree'

const text = readFileSync('docs/journeys.md', 'utf8')
const journeys = text.split(/^## /m).filter((section) => /^.+: \d+ files/.test(section))

it.each(journeys.map((journey) => [journey.split('\n')[0] ?? '', journey] as const))(
  'the journey “%s” names as many files as it says, about as long as it says',
  (heading, journey) => {
    const files = [...journey.matchAll(/^\| `(.+?)`/gm)].map(([, file]) => file ?? '')
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n')).length
    const [count, about] = (heading.match(/\d[\d,]*/g) ?? []).map((sum) => Number(sum.replace(',', '')))
    expect(count).toBe(files.length)
    expect(Math.abs((about ?? 0) - lines), `It is ${lines} lines`).toBeLessThan(lines / 10)
  },
)

it('There are three journeys, and every file named with its folder exists', () => {
  expect(journeys).toHaveLength(3)
  const named = [...text.matchAll(/`([a-z]+\/.+?)`/g)].map(([, file]) => file ?? '')
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})

it('Every text named with its file is there, and a file named beside it uses it', () => {
  const named = text
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/`(locales\/en\/.+?)`, as `(.+?)`/g)].map(
        ([, texts = '', key = '']) => [line, texts, key] as const,
      ),
    )
  expect(named).not.toHaveLength(0)
  for (const [line, texts, key] of named) {
    const files = [...line.matchAll(/`(client\/.+?)`/g)].map(([, file]) => file ?? '')
    const tree: TextTree = JSON.parse(readFileSync(texts, 'utf8'))
    expect(entriesOf(tree).map(([name]) => name)).toContain(key)
    expect(files.some((file) => readFileSync(file, 'utf8').includes(`'${key}'`))).toBe(true)
  }
})
