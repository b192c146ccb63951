import { describe, expect, it } from 'vitest'
import type { TextFormat } from '#server/domain/notifications/escape.rules'
import { renderTemplate } from '#server/domain/notifications/template.rules'
import { targetKinds } from '#server/domain/notifications/drivers/kinds'
import { composeRequest } from '#server/domain/notifications/compose.rules'

const FORMATS: TextFormat[] = ['plain', 'markdown', 'html']
/** How services decode and find what addresses a channel; escaping may not be undone by passing a text on. */
const ADDRESSES_MANY =
  /@(?:\*\*)?(?:everyone|here|channel|all|room|group)|<!\w|<@&|<@\d|<users\/all>|<at>everyone/i
const decoded = (text: string) =>
  text.replaceAll('\\', '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const HOSTILE = [
  '<!channel> @everyone @channel Free books',
  'Free @here.',
  '@EVERYONE',
  'you@all',
  '@**all** and @room',
  '<!subteam^S012|readers>',
  '<!here|here> <@&123456789> <@42> <@!42>',
  '<users/all> <at>everyone</at>',
  'https://a.example/@everyone',
]

describe.each(FORMATS)('a text that is read as %s', (format) => {
  it.each(HOSTILE)('addresses no channel, whatever a book is called: %s', (bookTitle) => {
    const text = renderTemplate('New: {bookTitle}', 'text', { bookTitle }, { formatAt: () => format })
    expect(decoded(text)).not.toMatch(ADDRESSES_MANY)
    expect(decoded(text).replaceAll('\u200B', '')).toBe(`New: ${bookTitle}`)
  })

  it.each([
    ['@{eventUser}', { eventUser: 'everyone' }],
    ['{bookTitle}{bookSubtitle}', { bookTitle: '@every', bookSubtitle: 'one' }],
    ['<{bookTitle}>', { bookTitle: '!channel' }],
    ['<!{bookTitle}>', { bookTitle: 'channel' }],
  ])('addresses no channel with %s', (template, values) => {
    const text = renderTemplate(template, 'text', values, { formatAt: () => format })
    expect(decoded(text)).not.toMatch(ADDRESSES_MANY)
  })
})

it.each(['&123', '!channel', 'everyone', '@here', 'all', 'subteam^S1'])(
  'A mention of one person is left out if it would be of many: %s',
  (eventUserExtraData) => {
    expect(renderTemplate('a<@{eventUserExtraData}>b', 'text', { eventUserExtraData })).toBe('ab')
  },
)

it.each(['U02ABC', 'rosa@example.org', 'personEmail:rosa@example.org', '123'])(
  'A mention of one person stays: %s',
  (eventUserExtraData) => {
    expect(renderTemplate('<@{eventUserExtraData}>', 'text', { eventUserExtraData })).toBe(
      `<@${eventUserExtraData}>`,
    )
  },
)

it('What the template itself says stays, and so do addresses, signs and names', () => {
  expect(renderTemplate('@here <!channel> {bookTitle}', 'text', { bookTitle: 'It' })).toBe(
    '@here <!channel> It',
  )
  for (const bookTitle of ['rosa@example.org', '5 < 6 & 7 <b>', '@allison', '<3', 'All <Owls>']) {
    expect(renderTemplate('{bookTitle}', 'text', { bookTitle })).toBe(bookTitle)
  }
})

it.each(Object.values(targetKinds))('No message of kind $kind addresses a channel', (kind) => {
  const title = HOSTILE.join(' ')
  const variables = { eventTitle: title, eventText: title, bookTitle: title, eventUserExtraData: '42' }
  const contents = {
    url: kind.addressExample,
    bodyType: kind.bodyTypes[0],
    body: kind.body,
    headers: { ...kind.headers },
  }
  const { body, headers } = composeRequest(kind, contents, { event: 'onNewRequest', variables })
  const own = kind.kind === 'discord' ? '<@42>' : ''
  for (const text of [body.replace(own, ''), ...Object.values(headers)])
    expect(decoded(text)).not.toMatch(ADDRESSES_MANY)
})
