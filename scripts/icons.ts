// `npm run icons`: draws client/public/favicon.ico and the icons of the installed app, client/public/icons, from the logo
// in client/public/favicon.svg.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawFavicon, drawIcons } from './lib/icons'
import { ROOT } from './lib/root.mjs'

const PUBLIC = join(ROOT, 'client', 'public')

const mark = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')
const icons = await drawIcons(mark)
await mkdir(join(PUBLIC, 'icons'), { recursive: true })
for (const { file, png } of icons) await writeFile(join(PUBLIC, 'icons', file), png)
await writeFile(join(PUBLIC, 'favicon.ico'), await drawFavicon(mark))
console.log(`Written: ${icons.map(({ file }) => file).join(', ')}`)
