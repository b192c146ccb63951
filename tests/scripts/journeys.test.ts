import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const [, ...journeys] = readFileSync('docs/journeys.md', 'utf8').split(/^## /m)

it.each(journeys.map((text) => [text.split('\n')[0] ?? '', text] as const))(
  'the journey “%s” names files that exist, as many and about as long as it says',
  (heading, text) => {
    const files = [...text.matchAll(/^\| `(.+?)`/gm)].map(([, file]) => file ?? '')
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n')).length
    const [count, about] = (heading.match(/\d[\d,]*/g) ?? []).map((sum) => Number(sum.replace(',', '')))
    expect(count).toBe(files.length)
    expect(Math.abs((about ?? 0) - lines), `It is ${lines} lines`).toBeLessThan(lines / 10)
  },
)
