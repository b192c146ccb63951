import {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  updateAccount,
} from './account'
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  listUserApiKeys,
  revokeApiKey,
  toggleApiKey,
} from './api-keys'
import { listAudit } from './audit'
import { dismissGettingStarted, getOwnUser, getSession, init, login, logout } from './auth'
import { getBook } from './books'
import { getCover, getSuggestions, getTypeahead, search } from './catalogue'
import { changeMatchingRequests, changeRequests, countMatchingRequests, requestMany } from './bulk'
import {
  createConnection,
  deleteConnection,
  listConnectionDrivers,
  listConnections,
  patchConnection,
  testConnection,
} from './connections'
import { dashboardCount, dashboardMe, dashboardRequests, dashboardUsers } from './dashboards'
import { getDownloadSettings, patchDownloadSettings, previewDownloadSettings } from './download-settings'
import {
  approveRequest,
  autoDownload,
  blockRelease,
  confirmGrab,
  declineRequest,
  downloadRelease,
  listReleaseSearches,
  listSources,
  markArrived,
  markAvailable,
  markFailed,
  refreshSources,
  retryRequest,
  revertRequest,
  stopRequest,
  unblockRelease,
} from './fulfilment'
import {
  createHandMade,
  deleteHandMade,
  listHandMade,
  markHandMadeAvailable,
  updateHandMade,
} from './hand-made'
import { getCalendar } from './calendar'
import { createFeed, getFeed, readCalendarFeed, readRssFeed, revokeFeed } from './feeds'
import { follow, listFollows, patchFollow, unfollow } from './follows'
import { countInbox, listInbox, readInbox } from './inbox'
import {
  getIndexerFile,
  listIndexerConfigurations,
  listIndexers,
  listSearchableIndexers,
  patchIndexer,
  putIndexerFile,
  testIndexer,
  locateIndexer,
} from './indexers'
import {
  acceptInvitation,
  createInvitation,
  findInvitation,
  listInvitations,
  revokeInvitation,
} from './invitations'
import {
  changeListEntry,
  createHardcoverList,
  createList,
  deleteList,
  getList,
  listEntries,
  listLists,
  requestList,
  selectListEntries,
} from './lists'
import { correctMatch, listLibraryItems, undoMatchCorrection } from './library-matches'
import { exportJudgedPairs, withdrawJudgedPair } from './judged-pairs'
import * as notifications from './notification-operations'
import { checkOidc, takeOverAccount } from './oidc'
import { getDiscoverSettings, listRowCategories, putDiscoverSettings } from './discover-settings'
import { getDiscover, getRecommendations, listSimilarBooks } from './discover'
import { listEditions } from './editions'
import type { Operation } from './operation'
import { getSample, playSample } from './samples'
import { getSeries, listAuthorBooks, listBookSeries, listNarratorBooks } from './series'
import { getOwnQuota, getUserQuota } from './quotas'
import { getRequestSettings, patchRequestSettings } from './request-settings'
import {
  changeWishes,
  countRequests,
  createRequest,
  deleteRequest,
  exportRequests,
  listRequests,
} from './requests'
import { endAllSessions, getSecurity, patchSecurity } from './security'
import { cleanUpStorage, getStorage, patchStorage } from './storage'
import { getEvents, getHealth, listNotices } from './system'
import { createUser, deleteUser, getUser, listUsers, updateUser } from './users'

/** Every operation of the API, by its name in the OpenAPI document. */
const named = {
  getHealth,
  getEvents,
  getSession,
  init,
  dismissGettingStarted,
  login,
  logout,
  takeOverAccount,
  getOwnUser,
  listUsers,
  getUser,
  createUser,
  updateUser,
  deleteUser,
  getUserQuota,
  listInvitations,
  createInvitation,
  revokeInvitation,
  findInvitation,
  acceptInvitation,
  getAccount,
  updateAccount,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  toggleApiKey,
  listUserApiKeys,
  revokeApiKey,
  search,
  getSuggestions,
  getTypeahead,
  getCover,
  getDiscover,
  getRecommendations,
  listSimilarBooks,
  listRequests,
  countRequests,
  exportRequests,
  getOwnQuota,
  createRequest,
  changeWishes,
  requestMany,
  deleteRequest,
  approveRequest,
  declineRequest,
  changeRequests,
  countMatchingRequests,
  changeMatchingRequests,
  listSources,
  listReleaseSearches,
  refreshSources,
  downloadRelease,
  autoDownload,
  markAvailable,
  markArrived,
  markFailed,
  revertRequest,
  confirmGrab,
  retryRequest,
  stopRequest,
  blockRelease,
  unblockRelease,
  withdrawJudgedPair,
  exportJudgedPairs,
  listHandMade,
  createHandMade,
  updateHandMade,
  deleteHandMade,
  markHandMadeAvailable,
  listLists,
  createList,
  createHardcoverList,
  getList,
  deleteList,
  listEntries,
  selectListEntries,
  changeListEntry,
  requestList,
  getBook,
  listEditions,
  getSample,
  playSample,
  listBookSeries,
  getSeries,
  listAuthorBooks,
  listNarratorBooks,
  listFollows,
  getCalendar,
  getFeed,
  createFeed,
  revokeFeed,
  readCalendarFeed,
  readRssFeed,
  follow,
  patchFollow,
  unfollow,
  listInbox,
  countInbox,
  readInbox,
  listLibraryItems,
  correctMatch,
  undoMatchCorrection,
  dashboardCount,
  dashboardMe,
  dashboardUsers,
  dashboardRequests,
  listIndexers,
  listIndexerConfigurations,
  listSearchableIndexers,
  patchIndexer,
  testIndexer,
  locateIndexer,
  getIndexerFile,
  putIndexerFile,
  listConnections,
  listConnectionDrivers,
  createConnection,
  patchConnection,
  deleteConnection,
  testConnection,
  getDownloadSettings,
  patchDownloadSettings,
  previewDownloadSettings,
  ...notifications,
  getRequestSettings,
  patchRequestSettings,
  getDiscoverSettings,
  putDiscoverSettings,
  listRowCategories,
  getStorage,
  patchStorage,
  cleanUpStorage,
  getSecurity,
  patchSecurity,
  endAllSessions,
  checkOidc,
  listAudit,
  listNotices,
}

export type Operations = typeof named
export const operations: Readonly<Record<string, Operation>> = named
