// `npm run generate`: writes what is derived from the sources, which is the tables of the README and the
// migrations of both dialects. `npm run generate -- --name add-series` names a new migration.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { withTables } from './lib/readme-tables'
import { ROOT } from './lib/root.mjs'
import { exitOnFailure, runPackage } from './lib/run.mjs'

const { name } = parseArgs({ options: { name: { type: 'string' } } }).values

const readme = join(ROOT, 'README.md')
const text = withTables(readFileSync(readme, 'utf8'))
writeFileSync(readme, await format(text, { ...(await resolveConfig(readme)), filepath: readme }))

for (const dialect of ['sqlite', 'postgres']) {
  const args = ['generate', `--config=drizzle.${dialect}.config.ts`, ...(name ? [`--name=${name}`] : [])]
  exitOnFailure(`drizzle-kit generate for ${dialect}`, await runPackage('drizzle-kit', args, { cwd: ROOT }))
}
