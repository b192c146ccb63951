import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationTargetBody } from '#contract/notifications'
import { eventsFor } from '#server/domain/notifications/audience.rules'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { notificationsOver } from './notifications.fixture'

const TITLE = '# *a* _b_ `c` [x](http://y.example) <b>&amp;\n> @everyone'
/** As it is, but for an invisible character that keeps it from addressing a whole channel. */
const AS_IT_IS = TITLE.replace('@', '@\u200b')
const IN_MARKDOWN =
  String.raw`\# \*a\* \_b\_ ` +
  '\\`c\\`' +
  String.raw` \[x\](http://y.example) \<b>\&amp;` +
  '\n' +
  String.raw`\> ` +
  '@\u200beveryone'
const IN_HTML = '# *a* _b_ `c` [x](http://y.example) &lt;b&gt;&amp;amp;\n&gt; @\u200beveryone'
const LINK = 'https://shelf.example/item/li_a_b?x=1&y=2'

let opened: OpenDatabase
let receiver: WebhookReceiver
let instance: ReturnType<typeof notificationsOver>

beforeEach(async () => {
  opened = await openTestSqlite()
  instance = notificationsOver(opened.database)
  receiver = await startWebhookReceiver((_call, response) => void response.writeHead(200).end('{}'))
})
afterEach(async () => {
  await receiver.close()
  await opened.remove()
})

type Given = Pick<NotificationTargetBody, 'kind'> & Partial<NotificationTargetBody>

/** The message that arrives for a book with a hostile title. */
async function sent(target: Given, path = '/books') {
  await instance.notificationTargets.create(null, {
    name: 'A target',
    url: receiver.url + path,
    events: eventsFor(null),
    enabled: true,
    ...target,
  })
  await instance.happen({ event: 'onAvailable', book: { title: TITLE, authors: [] }, link: LINK })
  await instance.deliver()
  expect(receiver.calls).toHaveLength(1)
  return { body: receiver.calls[0]?.body ?? '', headers: receiver.calls[0]?.headers ?? {} }
}

/** A header with other characters than ASCII. @see https://www.rfc-editor.org/rfc/rfc2047 */
const decodeWord = (header: unknown) =>
  Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(String(header))?.[1] ?? '', 'base64').toString()

const json = async (target: Given, path?: string): Promise<unknown> =>
  JSON.parse((await sent(target, path)).body)
const template = (body: object) => JSON.stringify(body)

describe('A title full of markup', () => {
  it.each([
    ['as it is where ntfy shows plain text', {}, '/books', AS_IT_IS],
    ['escaped where a header makes it Markdown', { Markdown: 'yes' }, '/books', IN_MARKDOWN],
    ['escaped where that header is written otherwise', { 'x-markdown': 'TRUE' }, '/books', IN_MARKDOWN],
    ['escaped where the address makes it Markdown', {}, '/books?md=1', IN_MARKDOWN],
    ['as it is where that is switched off', { Markdown: 'no' }, '/books', AS_IT_IS],
  ])('is %s', async (_what, headers, path, shown) => {
    const { body, headers: got } = await sent(
      { kind: 'ntfy', headers: { Title: '{bookTitle}', ...headers }, body: '**{bookTitle}** {eventText}' },
      path,
    )
    expect(body).toBe(`**${shown}** ${shown} is available: ${LINK}`)
    expect(decodeWord(got['title'])).toBe(AS_IT_IS.replace('\n', ' '))
  })

  it.each([
    ['as it is where Gotify shows plain text', undefined, AS_IT_IS],
    ['escaped where Gotify shows Markdown', 'text/markdown', IN_MARKDOWN],
  ])('is %s, and its title is always plain', async (_what, contentType, shown) => {
    const extras = {
      ...(contentType && { 'client::display': { contentType } }),
      'client::notification': { click: { url: '{bookUrl}{bookTitle}' } },
    }
    const body = template({ title: '{bookTitle}', message: '- {bookTitle}', extras })
    expect(await json({ kind: 'gotify', token: 'Aabc', body })).toMatchObject({
      title: AS_IT_IS,
      message: `- ${shown}`,
      extras: { 'client::notification': { click: { url: AS_IT_IS } } },
    })
  })

  it.each([
    ['text', '/notify/a', AS_IT_IS, LINK],
    ['markdown', '/notify/a', IN_MARKDOWN, LINK],
    ['html', '/notify/a', IN_HTML, LINK.replace('&', '&amp;')],
    [undefined, '/notify/a?format=html', IN_HTML, LINK.replace('&', '&amp;')],
    [undefined, '/notify/a', AS_IT_IS, LINK],
  ])('is escaped for Apprise by the format %s', async (format, path, shown, link) => {
    const body = template({ title: '{bookTitle}', body: '<p>{eventText}</p>', type: 'info', format })
    expect(await json({ kind: 'apprise', body }, path)).toMatchObject({
      title: AS_IT_IS,
      body: `<p>${shown} is available: ${link}</p>`,
    })
  })

  it('is escaped for Discord where it renders Markdown, and nowhere else', async () => {
    const body = template({
      username: '{bookTitle}',
      content: '# {bookTitle}',
      embeds: [
        {
          author: { name: '{bookTitle}' },
          title: '{bookTitle}',
          description: '**{eventText}**',
          fields: [{ name: '{bookTitle}', value: '{bookTitle}' }],
          footer: { text: '{bookTitle}' },
        },
      ],
    })
    expect(await json({ kind: 'discord', body }, '/api/webhooks/42/secret')).toMatchObject({
      username: AS_IT_IS,
      content: `# ${IN_MARKDOWN}`,
      embeds: [
        {
          author: { name: AS_IT_IS },
          title: IN_MARKDOWN,
          description: `**${IN_MARKDOWN} is available: ${LINK}**`,
          fields: [{ name: IN_MARKDOWN, value: IN_MARKDOWN }],
          footer: { text: AS_IT_IS },
        },
      ],
      allowed_mentions: { parse: [] },
    })
  })

  it('stays unchanged in a custom webhook, whose format is unknown', async () => {
    const body = template({ text: '{bookTitle}', format: 'markdown' })
    expect(await json({ kind: 'custom', body_type: 'json', headers: {}, body })).toEqual({
      text: AS_IT_IS,
      format: 'markdown',
    })
  })
})

it.each([
  { kind: 'ntfy', body: '{bookSubtitle}', headers: { Markdown: '1' } },
  { kind: 'apprise', body: '{"body":"","format":"markdown"}' },
  { kind: 'gotify', token: 'Aabc', body: '{"extras":{"client::display":{"contentType":"text/markdown"}}}' },
  { kind: 'discord', body: '{"content":""}' },
] as const)('A message that would be empty says what happened without markup: %j', async (target) => {
  const { body } = await sent(target, '/api/webhooks/42/secret')
  const said = `${IN_MARKDOWN} is available: ${LINK}`
  expect(body).toContain(target.kind === 'ntfy' ? said : JSON.stringify(said))
})

it('A preview and a test show a message as it would be sent', async () => {
  const target = {
    kind: 'apprise',
    event: 'onNewRequest',
    url: `${receiver.url}/notify/a?format=html`,
    body: '{"body":"<a href=\\"{bookUrl}\\">{bookTitle}</a>","type":"info"}',
  } as const
  const href = 'https://books.example.org/search?q=B0SAMPLE01&amp;region=us'
  const body = `<a href="${href}">The Lighthouse Keeper’s “Almanac”</a>`
  const tested = await instance.notificationTests.test(null, target)
  const shown = [(await instance.notificationTests.preview(null, target)).request.body, tested.request.body]
  const parsed = shown.map((text): unknown => JSON.parse(text))
  expect(parsed).toEqual([
    { body, type: 'info' },
    { body, type: 'info' },
  ])
})
