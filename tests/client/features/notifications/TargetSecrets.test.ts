import { describe, expect, it } from 'vitest'
import { aTarget, SECRET_HEADER } from '#tests/client/support/notificationSamples'
import { openTargetForm } from '#tests/client/support/openTargetForm'

const gotify = (token = { set: true }) => aTarget({ kind: 'gotify', token, headers: {} })

describe('the token of a target', () => {
  it('is shown as set, and kept if not typed again', async () => {
    const { fill, save, changed, text, find } = await openTargetForm({ target: gotify() })
    expect(text()).toContain('Set')
    expect(find('input', 'Token')).toBeNull()
    await fill('Name', 'Whole family')
    await save()
    expect(changed()).toEqual([
      {
        name: 'Whole family',
        url: 'https://chat.example.org/hook',
        kind: 'gotify',
        events: ['onNewRequest'],
        body_type: 'json',
        body: '{"text":"{bookTitle}"}',
        headers: {},
        language: null,
        enabled: true,
      },
    ])
  })

  it('is replaced', async () => {
    const { press, fill, save, changed } = await openTargetForm({ target: gotify() })
    await press('Replace: Token')
    await fill('Token', 'New')
    await save()
    expect(changed()).toMatchObject([{ token: 'New' }])
  })

  it('is removed if the service can do without', async () => {
    const target = aTarget({ kind: 'ntfy', token: { set: true }, body: 'x', body_type: 'text', headers: {} })
    const { press, save, changed, text } = await openTargetForm({ target })
    await press('Clear: Token (optional)')
    expect(text()).toContain('Will be cleared when you save.')
    await save()
    expect(changed()).toMatchObject([{ token: '' }])
  })

  it('is required if it is not set, or for another kind', async () => {
    const { field, press, find } = await openTargetForm({ target: gotify({ set: false }) })
    expect(field('Token').value).toBe('')
    await press('Discord')
    expect(find('input', 'Token')).toBeNull()
  })

  it('of one service does not count for another', async () => {
    const { press, field, find } = await openTargetForm({ target: gotify() })
    await press('ntfy')
    expect(field('Token (optional)').value).toBe('')
    await press('Gotify')
    expect(find('button', 'Replace: Token')).not.toBeNull()
  })
})

describe('the headers of a target', () => {
  const target = aTarget({
    kind: 'ntfy',
    token: { set: false },
    body: 'x',
    body_type: 'text',
    headers: { Title: { value: 'Books', set: true }, 'X-Key': SECRET_HEADER },
  })

  it('show public values, and keep secret ones', async () => {
    const { field, save, changed } = await openTargetForm({ target })
    expect(field('Value of header 1').value).toBe('Books')
    expect(field('Value of header 2').value).toBe('')
    expect(field('Value of header 2').getAttribute('placeholder')).toBe('Set; leave empty to keep it')
    await save()
    expect(changed()).toMatchObject([{ headers: { Title: 'Books', 'X-Key': null } }])
  })

  it('accept a new value instead of a stored one', async () => {
    const { fill, save, changed } = await openTargetForm({ target })
    await fill('Value of header 2', 'New')
    await save()
    expect(changed()).toMatchObject([{ headers: { 'X-Key': 'New' } }])
  })

  it('are removed and added, and the focus follows', async () => {
    const { press, fill, save, changed, button, field } = await openTargetForm({ target })
    await press('Remove header X-Key')
    expect(document.activeElement).toBe(button('Add header'))
    await press('Add header')
    expect(document.activeElement).toBe(field('Name of header 2'))
    await fill('Name of header 2', 'Priority')
    await fill('Value of header 2', 'high')
    await save()
    expect(changed()).toMatchObject([{ headers: { Title: 'Books', Priority: 'high' } }])
    expect(changed()[0]).not.toHaveProperty('headers.X-Key')
  })

  it('cannot exist twice', async () => {
    const { press, fill, save, changed, text, field } = await openTargetForm({ target })
    await press('Add header')
    await fill('Name of header 3', 'title')
    await save()
    expect(text()).toContain('Two headers have this name')
    expect(document.activeElement).toBe(field('Name of header 3'))
    expect(changed()).toEqual([])
  })
})
