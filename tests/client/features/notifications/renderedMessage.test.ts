import { describe, expect, it } from 'vitest'
import type { NotificationKind } from '#contract/notifications'
import { renderedMessage } from '#client/features/notifications/renderedMessage'

const read = (kind: NotificationKind, body: string, headers: Record<string, string> = {}) =>
  renderedMessage(kind, { method: 'POST', url: 'https://x.example', headers, body })

describe('a message as its service shows it', () => {
  it('has the title and text of Gotify and Apprise', () => {
    expect(read('gotify', '{"title":"A","message":"B"}')).toMatchObject({ title: 'A', text: 'B' })
    expect(read('apprise', '{"title":"A","body":"B"}')).toMatchObject({ title: 'A', text: 'B' })
  })

  it('has the title of ntfy from a header, decoded', () => {
    expect(read('ntfy', 'B', { title: 'A' })).toMatchObject({ title: 'A', text: 'B' })
    expect(read('ntfy', 'B', { Title: '=?UTF-8?B?w4TDtvCfmoA=?=' })).toMatchObject({ title: 'Äö🚀' })
  })

  it('has the mention and embed of Discord, without the backslashes that escape markup', () => {
    const embed = {
      author: { name: 'New request' },
      title: String.raw`A \*star\*`,
      description: 'Text',
      fields: [{ name: 'Author', value: 'Ada' }],
    }
    expect(read('discord', JSON.stringify({ content: '<@1>', embeds: [embed] }))).toEqual({
      intro: '<@1>',
      overline: 'New request',
      title: 'A *star*',
      text: 'Text',
      fields: [{ name: 'Author', value: 'Ada' }],
    })
  })

  it('has the escaped characters, in the formats of each service', () => {
    const markdown = String.raw`\# A \*star\* \@everyone 1\. \\a`
    const shown = String.raw`# A *star* @everyone 1. \a`
    const extras = { 'client::display': { contentType: 'text/markdown' } }
    const said = { title: markdown, message: markdown, body: markdown }
    expect(read('gotify', JSON.stringify({ ...said, extras }))).toMatchObject({
      title: markdown,
      text: shown,
    })
    expect(read('gotify', JSON.stringify({ ...said, extras: {} }))).toMatchObject({ text: markdown })
    expect(read('apprise', JSON.stringify({ body: markdown, format: 'markdown' }))).toMatchObject({
      text: shown,
    })
    expect(read('apprise', '{"body":"&lt;b&gt; &amp;amp; &#39;","format":"html"}')).toMatchObject({
      text: "<b> &amp; '",
    })
    expect(read('apprise', JSON.stringify({ body: '&lt;', format: 'text' }))).toMatchObject({ text: '&lt;' })
    expect(read('ntfy', markdown, { markdown: 'yes' })).toMatchObject({ text: shown })
    expect(read('ntfy', markdown, {})).toMatchObject({ text: markdown })
  })

  it('uses what is available', () => {
    expect(read('discord', '{"content":"A","embeds":"none"}')).toMatchObject({ intro: 'A', title: '' })
    expect(read('gotify', '{"title":1}')).toMatchObject({ title: '', text: '' })
  })

  it('is unknown for a custom target, and for an incomplete body', () => {
    expect(read('custom', '{"title":"A"}')).toBeNull()
    expect(read('gotify', '{"title":')).toBeNull()
    expect(read('discord', '[]')).toBeNull()
  })
})
