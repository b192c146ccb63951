/** Texts of the set-up of a new server. */
export default {
  setup: {
    steps: 'Steps of the set-up',
    at: 'Set-up: step {step} of {total}',
    done: '{name}: done',
    back: 'Back',
    skip: 'Skip',
    next: 'Next',
    finish: 'Finish',
    later: 'Finish later',
    loading: 'Loading the set-up',
    names: {
      region: 'Region and languages',
      indexer: 'Search for releases',
      download_client: 'Download client',
      library: 'Library',
      notifications: 'Notifications',
      people: 'People',
    },
    regionLead: 'Where you look for audiobooks, and in which languages you listen.',
    saveLanguages: 'Save languages',
    indexerLead: 'Prowlarr asks your indexers. Enter its address and key, test them, then turn it on.',
    peopleTitle: 'Invite people',
    peopleLead: 'Send everyone a link of their own. More can be done under Settings → Users.',
    inviteForm: 'A link for one person',
  },
} as const
