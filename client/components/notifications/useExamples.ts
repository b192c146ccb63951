import { useText } from '../../i18n'
import type { TargetDraft } from './targetDraft'
import { headerRow } from './targetDraft'

/** The variables as the examples use them. */
const VALUES = { user: '{eventUser}', title: '{bookTitle}', authors: '{bookAuthors}' } as const

/** Targets to start from. */
export function useExamples() {
  const { t } = useText()

  /** A target with a message that most services understand. */
  function blank(): TargetDraft {
    const message = {
      title: t('notifications.example.title', { user: VALUES.user }),
      message: t('notifications.example.message', { title: VALUES.title, authors: VALUES.authors }),
    }
    return {
      name: '',
      url: '',
      kind: 'custom',
      events: ['onNewRequest'],
      body_type: 'json',
      body: JSON.stringify(message, null, 2),
      headers: [],
      enabled: true,
    }
  }

  /** A push message to a phone through ntfy. */
  function ntfy(): TargetDraft {
    return {
      name: t('notifications.example.name'),
      url: 'https://ntfy.sh/my-audiobooks',
      kind: 'custom',
      events: ['onNewRequest'],
      body_type: 'text',
      body: t('notifications.example.text', VALUES),
      headers: [headerRow({ name: 'Title', value: t('notifications.example.header') })],
      enabled: true,
    }
  }

  return { blank, ntfy }
}
