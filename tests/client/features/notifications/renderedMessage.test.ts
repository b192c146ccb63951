import { describe, expect, it } from 'vitest'
import type { NotificationKind } from '#contract/notifications'
import { renderedMessage } from '#client/features/notifications/renderedMessage'

const read = (kind: NotificationKind, body: string, headers: Record<string, string> = {}) =>
  renderedMessage(kind, { method: 'POST', url: 'https://x.example', headers, body })

describe('a message as its service shows it', () => {
  it('has title and text of Gotify and Apprise', () => {
    expect(read('gotify', '{"title":"A","message":"B"}')).toMatchObject({ title: 'A', text: 'B' })
    expect(read('apprise', '{"title":"A","body":"B"}')).toMatchObject({ title: 'A', text: 'B' })
  })

  it('has the title of ntfy out of a header, decoded', () => {
    expect(read('ntfy', 'B', { title: 'A' })).toMatchObject({ title: 'A', text: 'B' })
    expect(read('ntfy', 'B', { Title: '=?UTF-8?B?w4TDtvCfmoA=?=' })).toMatchObject({ title: 'Äö🚀' })
  })

  it('has ping and embed of Discord, without the backslashes that keep markup away', () => {
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

  it('makes do with what is there', () => {
    expect(read('discord', '{"content":"A","embeds":"none"}')).toMatchObject({ intro: 'A', title: '' })
    expect(read('gotify', '{"title":1}')).toMatchObject({ title: '', text: '' })
  })

  it('is not known of a custom target, and of a body that is not complete', () => {
    expect(read('custom', '{"title":"A"}')).toBeNull()
    expect(read('gotify', '{"title":')).toBeNull()
    expect(read('discord', '[]')).toBeNull()
  })
})
