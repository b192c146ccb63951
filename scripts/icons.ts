// `npm run icons`: draws the icons of the installed app, client/public/icons, from the logo in
// client/public/favicon.svg.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawIcons } from './lib/icons'
import { ROOT } from './lib/root.mjs'

const PUBLIC = join(ROOT, 'client', 'public')

const icons = await drawIcons(await readFile(join(PUBLIC, 'favicon.svg'), 'utf8'))
await mkdir(join(PUBLIC, 'icons'), { recursive: true })
for (const { file, png } of icons) await writeFile(join(PUBLIC, 'icons', file), png)
console.log(`Written: ${icons.map(({ file }) => file).join(', ')}`)
