import { describe, expect, it } from 'vitest'
import { escape } from '#server/domain/notifications/escape.rules'

const HOSTILE = '# *a* _b_ `c` [x](http://y.example) <b>&amp;</b>\n> @everyone\n'
/** Invisible, and without width. */
const SPACE = '\u200B'

describe('a value in Markdown', () => {
  it.each([
    [
      '*bold* _slanted_ ~~gone~~ ||hidden|| `code`',
      String.raw`\*bold\* \_slanted\_ \~\~gone\~\~ \|\|hidden\|\| ` + '\\`code\\`',
    ],
    ['[x](http://y.example)', String.raw`\[x\](http://y.example)`],
    ['![x](http://y.example)', String.raw`!\[x\](http://y.example)`],
    [
      '<b>It</b> <http://y.example> <@42> <#1> <:a:1> <t:0:R>',
      String.raw`\<b>It\</b> \<http://y.example> \<${SPACE}\@42> \<#1> \<:a:1> \<t:0:R>`,
    ],
    ['&amp; &#42; &copy;', String.raw`\&amp; \&#42; \&copy;`],
    ['@everyone @here, a@b.example', `@${SPACE}everyone @${SPACE}here, a@b.example`],
    [String.raw`\*`, String.raw`\\\*`],
    ['# one\n## two\r\n-# three\n  # four', '\\# one\n\\## two\r\n\\-# three\n\\# four'],
    ['> one\n>>> two', '\\> one\n\\>>> two'],
    ['- one\n+ two\n* three\n1. four\n2) five', '\\- one\n\\+ two\n\\* three\n1\\. four\n2\\) five'],
    ['one\n---\ntwo\n===', 'one\n\\---\ntwo\n\\==='],
    ['    code\n\tcode\n  more', ' code\n code\n more'],
    ['one\u2028# two', 'one\u2028\\# two'],
  ])('%j is shown literally', (value, escaped) => {
    expect(escape(value, 'markdown')).toBe(escaped)
  })

  it.each([
    'Pride & Prejudice (Unabridged) - Vol. 1: "It" isn’t <3, 5 > 4, 50 % #1!',
    'Nineteen Eighty-Four',
    'Jane, Ada + Ben = 3',
    '👩‍👩‍👧 Ünïcödé 字',
  ])('%s needs no escaping', (value) => {
    expect(escape(value, 'markdown')).toBe(value)
  })

  it.each([
    'https://books.example.org/search?q=B0SAMPLE01&region=us',
    'https://covers.example.org/images/I/51_abc._SL500_.jpg',
    'Dune is available: http://shelf.example:13378/item/li_a_b-c#top',
  ])('the link in %s still works', (value) => {
    expect(escape(value, 'markdown')).toBe(value)
  })

  it.each([
    ['https://a.example/x_(y)*~z', 'https://a.example/x_%28y%29%2A%7Ez'],
    ['(see https://a.example/x).', '(see https://a.example/x).'],
    ['https://a.example/x<b>', 'https://a.example/x%3Cb>'],
    ['https://a.example/ # 1. - x', 'https://a.example/ # 1. - x'],
    ['https://a.example/\n# x', 'https://a.example/\n\\# x'],
    ['**https://a.example/**', String.raw`\*\*https://a.example/%2A%2A`],
    ['http://a.example/](http://b.example)', 'http://a.example/%5D%28http://b.example%29'],
    ['http://a.example/|x|', 'http://a.example/%7Cx%7C'],
    ['http://[fd00::5]:13378/[x]', 'http://[fd00::5]:13378/%5Bx%5D'],
    ['http://[dead:beef](http://b.example)', 'http://[dead:beef]%28http://b.example%29'],
  ])('has no markup in addresses: %s', (value, escaped) => {
    expect(escape(value, 'markdown')).toBe(escaped)
  })

  it('takes no longer for endless text that resembles addresses', () => {
    for (const piece of ['http://(', 'http://a(b', '(', '1', ' ', '@a', '&a', 'http://']) {
      expect(escape(piece.repeat(100_000), 'markdown').length).toBeGreaterThan(0)
    }
  })
})

describe('a value in HTML', () => {
  it('is shown literally, in texts and attributes', () => {
    expect(escape(`${HOSTILE}"'`, 'html')).toBe(
      '# *a* _b_ `c` [x](http://y.example) &lt;b&gt;&amp;amp;&lt;/b&gt;\n&gt; @\u200beveryone\n&quot;&#39;',
    )
    expect(escape('https://books.example.org/search?q=1&region=us', 'html')).toBe(
      'https://books.example.org/search?q=1&amp;region=us',
    )
  })
})

it('A value in plain text stays unchanged but for what addresses a whole channel', () => {
  expect(escape(HOSTILE, 'plain')).toBe(HOSTILE.replace('@', `@${SPACE}`))
})
