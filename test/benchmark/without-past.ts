import './without-journal';
import { StateRepository } from '../../src/calendar/history/state.repository';
import { TimelineService } from '../../src/calendar/history/timeline.service';
import { RateRoomAvailabilityRepository } from '../../src/pricing/rate-room-availability.repository';

/**
 * Loaded into the service before it starts (`node --require`), takes all that is stored of the past out of a push: the
 * journal's entry, the states, and the moment that both have in common.
 */
TimelineService.prototype.next = (_manager, _roomIds, entryId) =>
  Promise.resolve({ at: '2026-01-01T00:00:00Z', entryId });
StateRepository.prototype.recordPrices = () => Promise.resolve();
const prices = new RateRoomAvailabilityRepository();
const updateChanged = prices.updateChanged.bind(prices);
RateRoomAvailabilityRepository.prototype.updateChanged = (manager, update) =>
  updateChanged(manager, { ...update, withStates: false });
const updateAll = prices.updateAll.bind(prices);
RateRoomAvailabilityRepository.prototype.updateAll = (manager, update) =>
  updateAll(manager, { ...update, withStates: false });
