import type { MessagePart } from '#contract/words/keys'
import type { Language } from '#contract/words/messages'
import type { CompiledMessages } from './i18n'

/** Every message file that pages use, compiled when the client is built: see `scripts/lib/messages-plugin.ts`. */
const FILES = import.meta.glob<CompiledMessages>(
  ['../../locales/*/*.json', '!../../locales/*/{api,events,shell}.json'],
  { query: '?messages', import: 'default' },
)

/** Loads one part of the texts in one language; missing texts fall back to English. */
export async function fetchPart(language: Language, part: MessagePart): Promise<CompiledMessages> {
  const fetchFile = FILES[`../../locales/${language}/${part}.json`] ?? FILES[`../../locales/en/${part}.json`]
  return fetchFile ? fetchFile() : {}
}
