/** Cases of the alerts about the database and its machines. */
import { bileti, type AlertCases } from './alert-case.ts'

export const databaseAlertCases: Readonly<Record<string, AlertCases>> = {
  ConnectionsRunOut: {
    fires: {
      when: '190 of 200',
      series: {
        [bileti('database_connections')]: '190x10',
        [bileti('database_connections_max')]: '200x10',
      },
      at: 8,
    },
    quiet: {
      when: '90 of 200',
      series: {
        [bileti('database_connections')]: '90x10',
        [bileti('database_connections_max')]: '200x10',
      },
      at: 8,
    },
  },
  WalArchiveFails: {
    fires: {
      when: 'every attempt fails',
      series: {
        [bileti('database_archive_failures_total')]: '0+1x30',
        [bileti('database_archive_age_seconds')]: '0+60x30',
      },
      at: 25,
    },
    quiet: {
      when: 'it failed once and goes on',
      series: {
        [bileti('database_archive_failures_total')]: '0x10 1x20',
        [bileti('database_archive_age_seconds')]: '30x30',
      },
      at: 25,
    },
  },
  ReplicaFallsBehind: {
    fires: {
      when: 'a pod of CloudNativePG is ten seconds behind',
      series: {
        'cnpg_pg_replication_lag{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-2"}':
          '10x10',
      },
      at: 5,
    },
    quiet: {
      when: 'a machine of Patroni is a kilobyte behind',
      series: {
        'patroni_xlog_location{job="patroni",scope="bileti",name="postgres-1"}': '1000000x10',
        'patroni_xlog_location{job="patroni",scope="bileti",name="postgres-2"}': '0x10',
        'patroni_xlog_replayed_location{job="patroni",scope="bileti",name="postgres-2"}':
          '999000x10',
        'patroni_replica{job="patroni",scope="bileti",name="postgres-2"}': '1x10',
      },
      at: 5,
    },
  },
  NoSynchronousReplica: {
    fires: {
      when: 'Patroni has no synchronous standby',
      series: {
        'patroni_sync_standby{job="patroni",scope="bileti",name="postgres-1"}': '0x10',
        'patroni_sync_standby{job="patroni",scope="bileti",name="postgres-2"}': '0x10',
      },
      at: 5,
    },
    quiet: {
      when: 'the primary of CloudNativePG sees one, its replica none',
      series: {
        'cnpg_collector_sync_replicas{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-1",value="observed"}':
          '1x10',
        'cnpg_collector_sync_replicas{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-2",value="observed"}':
          '0x10',
        'cnpg_collector_sync_replicas{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-1",value="expected"}':
          '1x10',
      },
      at: 5,
    },
  },
  BackupIsOld: {
    fires: {
      when: 'the last one is of the day before yesterday',
      series: {
        'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-1"}':
          '-100000x20',
      },
      at: 15,
    },
    quiet: {
      when: 'it was made now',
      series: {
        'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-1"}':
          '0x20',
      },
      at: 15,
    },
  },
}
