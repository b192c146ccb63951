// `npm run generate`: writes all files derived from the sources: the README's tables, the types of the
// messages, the server's imports of their texts, and the migrations of both dialects. `npm run generate --
// --name add-series` names a new migration.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatted } from './lib/formatted'
import { messageTexts } from './lib/message-texts'
import { messageTypes } from './lib/message-types'
import { withTables } from './lib/readme-tables'
import { ROOT } from './lib/root.mjs'
import { exitOnFailure, runPackage } from './lib/run.mjs'

const { name } = parseArgs({ options: { name: { type: 'string' } } }).values

const readme = join(ROOT, 'README.md')
await write(readme, withTables(readFileSync(readme, 'utf8')))
await write(join(ROOT, 'server/contract/words/messages.ts'), messageTypes())
await write(join(ROOT, 'server/domain/notifications/texts.ts'), messageTexts())

for (const dialect of ['sqlite', 'postgres']) {
  const args = ['generate', `--config=drizzle.${dialect}.config.ts`, ...(name ? [`--name=${name}`] : [])]
  exitOnFailure(`drizzle-kit generate for ${dialect}`, await runPackage('drizzle-kit', args, { cwd: ROOT }))
}

async function write(path: string, text: string): Promise<void> {
  writeFileSync(path, await formatted(path, text))
}
