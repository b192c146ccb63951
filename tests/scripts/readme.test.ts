import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { variables } from '#server/platform/config'
import { withTables } from '#scripts/lib/readme-tables'

const README = join(import.meta.dirname, '..', '..', 'README.md')

it('the README documents every variable and indexer as the server declares it (npm run generate writes the tables)', async () => {
  const readme = await readFile(README, 'utf8')
  const generated = await format(withTables(readme), {
    ...(await resolveConfig(README)),
    filepath: README,
  })
  expect(readme).toBe(generated)
  for (const { name } of Object.values(variables)) expect(readme).toContain(`\`${name}\``)
})

it('the README starts with the two commands that everything begins with', async () => {
  const readme = await readFile(README, 'utf8')
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(readme) ?? []
  expect(commands.split('\n').map((line) => line.split('#')[0]?.trim())).toEqual([
    'npm start',
    'npm test',
    '',
  ])
})
