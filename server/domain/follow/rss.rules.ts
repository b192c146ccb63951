import { escapeMarkup } from '#server/upstream/markup.rules'
import type { FeedBook } from './feeds.rules'

/** Drops characters that XML 1.0 cannot contain. */
const escaped = (text: string) =>
  escapeMarkup(text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, ''))

/**
 * An RSS 2.0 feed. A book whose date changes becomes a new item.
 * @param link the page with the same contents.
 * @param self the feed's own address, which the validator of the W3C asks for.
 */
export function rssOf(
  books: readonly FeedBook[],
  { name, link, self }: { name: string; link: string; self: string },
): string {
  const items = books.map(
    ({ id, day, title, by, url }) =>
      `<item><title>${escaped(`${title} (${day})`)}</title><link>${escaped(url)}</link>` +
      `<guid isPermaLink="false">${escaped(`${id} ${day}`)}</guid><pubDate>${new Date(day).toUTCString()}</pubDate>` +
      `<description>${escaped(by)}</description></item>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escaped(name)}</title><link>${escaped(link)}</link>`,
    `<atom:link href="${escaped(self)}" rel="self" type="application/rss+xml"/>`,
    `<description>${escaped(name)}</description><ttl>720</ttl>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n')
}
