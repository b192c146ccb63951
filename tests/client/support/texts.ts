import { createTexts, type CompiledMessages } from '#client/app/i18n'

const FILES = import.meta.glob<CompiledMessages>(
  ['../../../locales/en/*.json', '!../../../locales/en/api.json'],
  {
    query: '?messages',
    import: 'default',
    eager: true,
  },
)

// Imports them without a query as well, because `npm test -- --changed` looks only for plain file names.
void import.meta.glob('../../../locales/en/**/*.json')

const messages: CompiledMessages = Object.fromEntries(
  Object.values(FILES).flatMap((part) => Object.entries(part)),
)

/** All English texts, loaded at once. @param others replacements. */
export function createEnglish(others: CompiledMessages = {}) {
  return createTexts({ language: 'en', messages: { ...messages, ...others }, fetchPart: async () => ({}) })
}
