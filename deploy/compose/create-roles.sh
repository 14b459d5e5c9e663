#!/bin/bash
# Creates the database and its two roles when the volume is empty: foyer_owner migrates, foyer runs the shop.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --set=owner="$OWNER_PASSWORD" --set=shop="$FOYER_PASSWORD" <<'SQL'
create role foyer_owner login password :'owner';
create role foyer login password :'shop';
create database foyer owner foyer_owner;
revoke all on database foyer from public;
grant connect on database foyer to foyer;
SQL
