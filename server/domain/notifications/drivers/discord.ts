import { deliveryCause } from '#contract/delivery-cause'
import { escape } from '#server/domain/notifications/escape.rules'
import type { FilledBody, FittedBody, TargetKind } from '#server/domain/notifications/kind.types'
import { fitEmbeds, isAddress } from './discord-embeds'
import { asObject, parseObject, textOf, type JsonObject } from './json-body'
import { createShortener } from './shortener'

const CONTENT_LIMIT = 2000
const USERNAME_LIMIT = 80

/** Words that the name of a webhook must not contain. */
const RESERVED_NAMES = /discord|clyde/i

/** The code of Discord for a webhook that was deleted. */
const UNKNOWN_WEBHOOK = 10_015

/** A user's id. */
const SNOWFLAKE = /^\d{1,20}$/

/**
 * Where Discord reads Markdown: in messages, their embeds, and the texts of components, but not in names and
 * footers.
 */
const MARKDOWN = /(?:^|\.)(?:content|title|description|fields\.(?:name|value))$/

/**
 * A webhook of a Discord channel.
 * @see https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export const discord: TargetKind = {
  kind: 'discord',
  addressExample: 'https://discord.com/api/webhooks/123456789/token',
  bodyTypes: ['json'],
  body: JSON.stringify(
    {
      content: '<@{eventUserExtraData}>',
      embeds: [
        {
          author: { name: '{eventTitle}' },
          title: '{bookTitle}',
          url: '{requestUrl}',
          description: '{eventText}',
          thumbnail: { url: '{bookCover}' },
          fields: [
            { name: '{bookAuthorsLabel}', value: '{bookAuthors}', inline: true },
            { name: '{bookNarratorsLabel}', value: '{bookNarrators}', inline: true },
            { name: '{joinedUsersLabel}', value: '{joinedUsers}', inline: true },
          ],
        },
      ],
    },
    null,
    2,
  ),
  headers: {},
  token: null,
  openHeaders: [],
  limits: [
    { path: 'content', max: CONTENT_LIMIT, unit: 'characters' },
    { path: 'embeds.title', max: 256, unit: 'characters' },
    { path: 'embeds.description', max: 4096, unit: 'characters' },
    { path: 'embeds', max: 6000, unit: 'characters' },
  ],
  isMention: (value) => SNOWFLAKE.test(value),
  formatsOf: () => (path) => (MARKDOWN.test(path) ? 'markdown' : 'plain'),
  fit,
  explainFailure: (status, answer) =>
    parseObject(answer)?.['code'] === UNKNOWN_WEBHOOK
      ? deliveryCause('answered_with', { status, text: answer })
      : null,
}

function fit(filled: FilledBody): FittedBody {
  const message = parseObject(filled.body)
  if (!message) return { body: filled.body, shortened: [] }
  const shortener = createShortener()
  const { content, username, avatar_url: avatar, embeds, ...rest } = message
  const fitted: JsonObject = { ...rest }
  if (typeof content === 'string') {
    const text = shortener.shorten('content', content, CONTENT_LIMIT)
    if (text.trim() !== '') fitted['content'] = text
  }
  // Without a valid name or picture, Discord shows the webhook's own.
  if (isAddress(avatar)) fitted['avatar_url'] = avatar
  if (typeof username === 'string' && username.trim() !== '' && !RESERVED_NAMES.test(username)) {
    fitted['username'] = shortener.shorten('username', username, USERNAME_LIMIT)
  }
  if (Array.isArray(embeds)) {
    const kept = fitEmbeds(embeds.map(asObject), filled.variables.eventLevel, shortener)
    if (kept.length > 0) fitted['embeds'] = kept
  }
  if (isEmpty(fitted)) {
    const { eventText, eventType = '' } = filled.variables
    fitted['content'] = escape(eventText || eventType, filled.formatAt('content'))
  }
  fitted['allowed_mentions'] = { parse: [], ...mentioned(filled, textOf(fitted, 'content')) }
  return { body: JSON.stringify(fitted), shortened: shortener.shortened }
}

/** A message needs content; polls and components are the author's responsibility. */
function isEmpty(message: JsonObject): boolean {
  return ['content', 'embeds', 'poll', 'components'].every((part) => message[part] === undefined)
}

/** Titles and names must not mention anyone, so only mentions written in the template's own content count. */
function mentioned({ template, variables }: FilledBody, content: string): { users?: string[] } {
  const id = (variables.eventUserExtraData ?? '').trim()
  const written = textOf(parseObject(template) ?? {}, 'content')
  const isUsed = /<@!?\{eventUserExtraData\}>/.test(written) && SNOWFLAKE.test(id)
  return isUsed && new RegExp(`<@!?${id}>`).test(content) ? { users: [id] } : {}
}
