import { RECOMMENDATION_WORDS } from '#contract/words/recommendations'

/** Texts of the page Discover, and of rows of covers wherever they are. */
export default {
  discover: {
    nothing: 'Nothing new here right now.',
    emptyTitle: 'Nothing to show yet',
    emptyText: 'Books appear here once people request some. Search for the first one.',
    back: 'Show previous',
    on: 'Show next',
    similar: 'Similar books',
    rows: {
      user: 'For you',
      followed: 'New and upcoming from those you follow',
      authors: 'By your authors',
      narrators: 'By your narrators',
      popular: 'Popular here',
      recent: 'Recently requested',
      added: 'New in the library',
      bestsellers: 'Bestsellers',
      new_releases: 'New releases',
    },
    ofCategory: {
      bestsellers: 'Bestsellers in {category}',
      new_releases: 'New in {category}',
    },
    requests: '1 request | {n} requests',
  },
  recommendations: RECOMMENDATION_WORDS,
} as const
