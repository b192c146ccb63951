import { escapeMarkup } from '#server/upstream/markup.rules'
import type { FeedBook } from './feeds.rules'

/** Drops characters that XML 1.0 cannot contain. */
const escaped = (text: string) =>
  escapeMarkup(text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, ''))

/**
 * An RSS 2.0 feed. A book whose date changes becomes a new item. It does not repeat its own address (`atom:link` with
 * `self`, which validators recommend): that is secret, and readers show and share it.
 * @param link the page with the same contents.
 */
export function rssOf(books: readonly FeedBook[], { name, link }: { name: string; link: string }): string {
  const items = books.map(
    ({ id, day, title, by, url }) =>
      `<item><title>${escaped(`${title} (${day})`)}</title><link>${escaped(url)}</link>` +
      `<guid isPermaLink="false">${escaped(`${id} ${day}`)}</guid><pubDate>${new Date(day).toUTCString()}</pubDate>` +
      `<description>${escaped(by)}</description></item>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"><channel><title>${escaped(name)}</title><link>${escaped(link)}</link>`,
    `<description>${escaped(name)}</description><ttl>720</ttl>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n')
}
