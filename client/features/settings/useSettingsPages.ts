import {
  Bell,
  BookPlus,
  CircleUser,
  Compass,
  Database,
  Download,
  HardDriveDownload,
  History,
  KeyRound,
  LibraryBig,
  Radar,
  ShieldCheck,
  Users,
} from '@lucide/vue'
import { computed, type Component } from 'vue'
import { useText, type NamesIn } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'
import { useFailingConnections } from '#client/features/connections/queries'
import { useFailingIndexers } from '#client/features/indexers/queries'
import { useNotices } from './notice-queries'

type PageName = NamesIn<'settings.pages'>

interface SettingsPage {
  /** Name of the route it is on. */
  name: PageName
  label: string
  /** A short description. */
  text: string
  icon: Component
  /** Whether something on it needs attention. */
  attention: boolean
}

/** The settings pages that this person may open, in groups. */
export function useSettingsPages() {
  const { t } = useText()
  const session = useSessionStore()
  const { wantsAttention } = useAttention()

  function page(name: PageName, label: string, icon: Component): SettingsPage {
    return { name, label, text: t(`settings.pages.${name}`), icon, attention: wantsAttention(name) }
  }

  function group(name: NamesIn<'settings.groups'>, ...pages: SettingsPage[]) {
    return { name, label: t(`settings.groups.${name}`), pages }
  }

  const groups = computed(() => {
    const own = group('you', page('account', t('ownAccount.title'), CircleUser))
    if (!session.isAdmin) return [own]
    return [
      own,
      group(
        'people',
        page('users', t('users.title'), Users),
        page('request-settings', t('settings.names.requests'), BookPlus),
        page('api-keys', t('allKeys.title'), KeyRound),
        page('security', t('security.title'), ShieldCheck),
        page('audit', t('audit.title'), History),
      ),
      group(
        'releases',
        page('indexers', t('settings.names.indexers'), Radar),
        page('download', t('settings.names.download'), Download),
      ),
      group(
        'connections',
        page('download-clients', t('settings.names.downloadClients'), HardDriveDownload),
        page('library', t('settings.names.library'), LibraryBig),
        page('notifications', t('notifications.title'), Bell),
      ),
      group(
        'server',
        page('discover-settings', t('discover.title'), Compass),
        page('storage', t('settings.names.storage'), Database),
      ),
    ]
  })
  return { groups }
}

/** The pages that show something to fix. */
function useAttention() {
  const { searchIssue } = useNotices()
  const { isFailing } = useFailingConnections()
  const isIndexerFailing = useFailingIndexers()

  function wantsAttention(name: PageName): boolean {
    switch (name) {
      case 'indexers':
        return isIndexerFailing.value || Boolean(searchIssue.value)
      case 'download-clients':
        return isFailing('download_client')
      case 'library':
        return isFailing('library')
      default:
        return false
    }
  }
  return { wantsAttention }
}
