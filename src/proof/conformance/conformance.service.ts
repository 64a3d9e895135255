import { ForbiddenException, Injectable } from '@nestjs/common';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { UpdateWindow } from '../../platform/dates/update-window';
import type { Call } from '../../platform/http/request-context';
import { API_VERSION } from '../../platform/openapi/api-document';
import { scenarioDates } from '../../push/sandbox/sandbox-dates';
import type { Sandbox } from '../sandboxes/sandbox.repository';
import { SandboxService } from '../sandboxes/sandbox.service';
import { MESSAGE_SCENARIOS } from './message-scenarios';
import type { ConformanceView, ScenarioView } from './conformance.dto';
import type { Scenario, Situation } from './scenario';
import type { SentCall } from './sent-call';
import { SentCallsRepository } from './sent-calls.repository';
import { RESTRICTION_SCENARIOS, ROOM_SYNCHRONIZATION } from './restriction-scenarios';
import { TROUBLE_SCENARIOS } from './trouble-scenarios';
import { VALUE_SCENARIOS } from './value-scenarios';

const SCENARIOS = [
  ...VALUE_SCENARIOS,
  ...TROUBLE_SCENARIOS,
  ...RESTRICTION_SCENARIOS,
  ROOM_SYNCHRONIZATION,
  ...MESSAGE_SCENARIOS,
];
const MAX_REQUEST_IDS = 20;

/** Judges the calls of a sender in its sandbox, by the journal of the sandbox's token. */
@Injectable()
export class ConformanceService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly sandboxes: SandboxService,
    private readonly sentCalls: SentCallsRepository,
    private readonly window: UpdateWindow,
  ) {}

  /** @throws ForbiddenException if the token of the call belongs to no sandbox */
  async judgeOwn({ token }: Call): Promise<ConformanceView> {
    if (!token?.sandboxId)
      throw new ForbiddenException('The access token belongs to no sandbox: ask an administrator for one');
    return this.judge(token.sandboxId);
  }

  /** @throws ProblemException 404 */
  async judge(sandboxId: string): Promise<ConformanceView> {
    const sandbox = await this.sandboxes.read(sandboxId);
    const calls = await this.transactions.read((manager) => this.sentCalls.find(manager, sandbox.tokenId));
    const situation = this.situationOf(sandbox, calls);
    const scenarios = SCENARIOS.map((scenario) => viewOf(scenario, situation));
    const needed = scenarios.filter(({ isOptional }) => !isOptional);
    const { window, dates } = situation;
    return {
      sandbox,
      at: new Date().toISOString(),
      version: API_VERSION,
      windowFrom: window.from,
      windowTo: window.to,
      dates,
      passed: needed.filter(({ verdict }) => verdict === 'passed').length,
      total: needed.length,
      scenarios,
    };
  }

  private situationOf({ rooms, firstDay, propertyCode }: Sandbox, calls: readonly SentCall[]): Situation {
    const [double, suite] = rooms;
    const basePlans = [double, suite].flatMap(
      (room) => room?.ratePlans.filter(({ derivedFrom }) => derivedFrom === null) ?? [],
    );
    const planAt = (index: number) => basePlans[index]?.id as RatePlanId;
    return {
      double: double?.id as RoomId,
      suite: suite?.id as RoomId,
      flexible: planAt(0),
      halfBoard: planAt(1),
      suiteFlexible: planAt(2),
      dates: scenarioDates(firstDay),
      window: this.window.current(),
      windowAt: (moment) => this.window.at(moment),
      hotelCode: propertyCode,
      calls: calls.filter(({ sets }) => sets !== 'message'),
      messages: calls.filter(({ sets }) => sets === 'message'),
    };
  }
}

function viewOf(
  { id, title, isOptional = false, ...scenario }: Scenario,
  situation: Situation,
): ScenarioView {
  const { attempts, proof } = scenario.find(situation);
  const task = scenario.task(situation);
  const verdict = proof.length > 0 ? 'passed' : attempts.length > 0 ? 'failed' : 'missing';
  const shown = proof.length > 0 ? proof : attempts;
  return {
    id,
    title,
    isOptional,
    verdict,
    requestIds: shown.slice(-MAX_REQUEST_IDS).map(({ requestId }) => requestId),
    advice: verdict === 'failed' ? `${scenario.correction} ${task}` : task,
  };
}
