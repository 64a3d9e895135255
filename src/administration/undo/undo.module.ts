import { Module } from '@nestjs/common';
import { HistoryModule } from '../../calendar/history/history.module';
import { JournalModule } from '../../push/journal/journal.module';
import { PricingModule } from '../../pricing/pricing.module';
import { PushModule } from '../../push/push.module';
import { RoomModule } from '../../room/room.module';
import { CellPastsRepository } from './cell-pasts.repository';
import { PushedCellsRepository } from './pushed-cells.repository';
import { RestorationService } from './restoration.service';
import { StepPlanner } from './step-planner';
import { UndoAdminController } from './undo.admin.controller';
import { UndoJournalRepository } from './undo-journal.repository';
import { UndoRepository } from './undo.repository';
import { UndoService } from './undo.service';
import { UndoStepService } from './undo-step.service';
import { DEFAULT_TIMING, UNDO_TIMING } from './undo.timing';
import { UndoWorker } from './undo.worker';

/** Taking back what pushes, releases and undos have done. */
@Module({
  imports: [HistoryModule, JournalModule, PricingModule, PushModule, RoomModule],
  controllers: [UndoAdminController],
  providers: [
    CellPastsRepository,
    PushedCellsRepository,
    RestorationService,
    StepPlanner,
    UndoJournalRepository,
    UndoRepository,
    UndoService,
    UndoStepService,
    UndoWorker,
    { provide: UNDO_TIMING, useValue: DEFAULT_TIMING },
  ],
})
export class UndoModule {}
